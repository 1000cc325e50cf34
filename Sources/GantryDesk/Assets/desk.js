"use strict";
// Everything works without this file. It says that a form is on its way, keeps what is typed until it is recorded, and counts ticks.

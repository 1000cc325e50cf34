#ifndef GANTRY_CYAML_SHIM_H
#define GANTRY_CYAML_SHIM_H

/* libyaml (Debian: libyaml-dev): reads YAML as events with their places, and writes it. */
#include <yaml.h>

#endif

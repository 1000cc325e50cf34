-- A journal of schema version 5, as the sqlite3 program dumps it: runs of each kind in each phase.
PRAGMA application_id = 1195462228;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 runs, checkpoints, rejects, documents');
INSERT INTO grdb_migrations VALUES('2 hashes of rejects');
INSERT INTO grdb_migrations VALUES('3 ledger');
INSERT INTO grdb_migrations VALUES('4 rows left to another run');
INSERT INTO grdb_migrations VALUES('5 ledger by the server''s ids');
CREATE TABLE runs (
    run TEXT PRIMARY KEY NOT NULL,
    identity TEXT NOT NULL,
    snapshot INTEGER NOT NULL,
    corrects INTEGER,
    started_at INTEGER NOT NULL,
    phase TEXT NOT NULL,
    finished_at INTEGER,
    last_error TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
INSERT INTO runs VALUES('payroll-monthly/2026-10/r1',replace('identity: 1\nrecords.dataset: ksr.work-entries\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'fetch',NULL,'','36be259b17f6c69e417518993722298cbc0780381d4148f02c84549062567c00');
INSERT INTO runs VALUES('payroll-monthly/2026-09/r1',replace('identity: 1\nrecords.dataset: ksr.work-entries\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'publish',NULL,'','c7132b3a2a4c1c2c993bce4347d574d6afcbebb8c3cbfa0c5f04083a27db5461');
INSERT INTO runs VALUES('payroll-monthly/2026-08/r1',replace('identity: 1\nrecords.dataset: ksr.work-entries\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'complete',NULL,'','28f91193670e7658052bd3d89bf77dd7513ae1a400474153ba69f4970504dd53');
INSERT INTO runs VALUES('payroll-monthly/2026-07/r1',replace('identity: 1\nrecords.dataset: ksr.work-entries\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'complete',1790000100000000000,'','df9d1ac3a3269ca47f2a2ee2ff485a9042f180b0b7f83a56aea26e5c712f7fe6');
INSERT INTO runs VALUES('archive/2026-10/r1',replace('identity: 1\nstep: cdbl.leaves\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'fetch',NULL,'','d65c00dc412fdfa24aa35f3f4c1eeb4f4f6fc6a74c4d49c2398fe77df12d741e');
INSERT INTO runs VALUES('archive.users/2026-10/r1',replace('identity: 1\nstep: cdbl.leaves\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'complete',1790000100000000000,'','a2c716625b86c611e41ffbe837ed2517b957970a8993258dd76302dfe9507bcf');
INSERT INTO runs VALUES('archive.leave-balances/2026-10/r1',replace('identity: 1\nstep: cdbl.leaves\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'fetch',NULL,'','531e16407cf106b5af04c2d56d2073b55e9717b2739db2ac4df6e6a3b89b2282');
INSERT INTO runs VALUES('archive/2026-09/r1',replace('identity: 1\nstep: cdbl.leaves\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'complete',1790000100000000000,'','e1582991dae71dc9bae5e19b5f3ee13c342b13ec593a9b3df03df75677f08157');
INSERT INTO runs VALUES('archive.appointments/2026-09/r1',replace('identity: 1\nstep: cdbl.leaves\nperiod: 2026-10','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'complete',1790000100000000000,'','3511586619564d9568b7ddf162caf30381a8615db97fc56ec8aa0fcd795789e5');
INSERT INTO runs VALUES('certificates/october/r1',replace('identity: 1\nsends: cdbl.certificates\nsheet: abc','\n',char(10)),1790000000000000000,NULL,1790000000000000000,'fetch',NULL,'','f983d2cfbdeaa875147697711d34e717937172aab62f0d10256d71a584d34e8b');
CREATE TABLE checkpoints (
    run TEXT NOT NULL REFERENCES runs (run),
    sequence INTEGER NOT NULL,
    phase TEXT NOT NULL,
    records INTEGER NOT NULL,
    payload TEXT NOT NULL,
    tails BLOB NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run, sequence)
) STRICT;
INSERT INTO checkpoints VALUES('payroll-monthly/2026-10/r1',2,'fetch',2,'{"counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":24,"name":"landing.jsonl.zst","rows":2,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":3,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":2,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"fetch","records":2,"written":2}',X'363a7461696c2032303a','0f4dcb56e3edf3f3a8d1a0163065ee58dc25fc86faf31de99a6d21a769dc02a0');
INSERT INTO checkpoints VALUES('payroll-monthly/2026-10/r1',3,'fetch',3,'{"counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":36,"name":"landing.jsonl.zst","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":4,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"fetch","records":3,"written":3}',X'363a7461696c2033303a','e1d448c05d1de2b7229489f57378a17a0d6f8be91797089fecf108e4756aad45');
INSERT INTO checkpoints VALUES('payroll-monthly/2026-10/r1',4,'fetch',4,'{"counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":48,"name":"landing.jsonl.zst","rows":4,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":5,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":4,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"fetch","records":4,"written":4}',X'363a7461696c2034303a','4fb17d654aeb97115394db2dd469ef330ad40fce02ee4a37b3b5f6aa7d9f1982');
INSERT INTO checkpoints VALUES('payroll-monthly/2026-09/r1',1,'fetch',3,'{"counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":36,"name":"landing.jsonl.zst","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":4,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"fetch","records":3,"written":3}',X'363a7461696c2033303a','9cac52cd2f7956a374902be6e05488b63b3473eebcedcc7dd3c00e54a7ada314');
INSERT INTO checkpoints VALUES('payroll-monthly/2026-09/r1',2,'publish',3,'{"bag":"ef56","counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":36,"name":"landing.jsonl.zst","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":4,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"publish","records":3,"written":3}',X'363a7461696c2033303a','1de15f254bd34c650c3c14e61805e6be7e8e3d5d506887d364fc2523d8355a09');
INSERT INTO checkpoints VALUES('payroll-monthly/2026-08/r1',1,'complete',3,'{"bag":"ef56","counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":36,"name":"landing.jsonl.zst","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":4,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":3,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"complete","records":3,"written":3}',X'363a7461696c2033303a','d0429f53c13213d02a27ebd2090c10a6f28b9ade56bcf780988196d218c5d82b');
INSERT INTO checkpoints VALUES('archive.leave-balances/2026-10/r1',1,'fetch',5,'{"counts":{"excluded":0,"exported":0,"fetched":0,"held":0,"rejected":0,"repeats":0},"landing":{"length":60,"name":"landing.jsonl.zst","rows":5,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{},"tail":[]},"nextPage":6,"pageSize":1000,"parts":[{"length":99,"name":"work-entries.csv","rows":5,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","sums":{"3":"7400000000"},"tail":[]}],"phase":"fetch","records":5,"written":5}',X'363a7461696c2035303a','9749a3a9cc6a775ee23b08f37465469818feb6ee9ce80b0c6f5d318e8ad7b5fa');
CREATE TABLE rejects (
    run TEXT NOT NULL REFERENCES runs (run),
    ordinal INTEGER NOT NULL,
    page INTEGER NOT NULL,
    position INTEGER NOT NULL,
    field TEXT NOT NULL,
    found TEXT NOT NULL,
    expected TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO rejects VALUES('archive.appointments/2026-09/r1',1,1,1,'normalHours','"many"','a number of hours','f1c750e72cab857a3b0c488d06b9e020ff93749a0a3c433438fbda0449c73cb5');
INSERT INTO rejects VALUES('archive.leave-balances/2026-10/r1',3,1,3,'normalHours','"many"','a number of hours','5669ff271699b1fb34ea1a7a24bb629d9a16a03ce00a66d7dbf29c8e2f0baa7c');
INSERT INTO rejects VALUES('archive.users/2026-10/r1',1,1,1,'normalHours','"many"','a number of hours','011845ff31a54145b413965d249b24542266bdef71ea51af61fadd7dbd630b8a');
INSERT INTO rejects VALUES('payroll-monthly/2026-07/r1',2,1,2,'normalHours','"many"','a number of hours','0c2b845f3992c2506cd3866c5ebfcb4dc137ee38bef3ba0db2dfc59f349b9f4d');
INSERT INTO rejects VALUES('payroll-monthly/2026-08/r1',2,1,2,'normalHours','"many"','a number of hours','8e10ab1786501e09b9a4f5304ed669b6633bd1229b93949caacb23914fa88a81');
INSERT INTO rejects VALUES('payroll-monthly/2026-10/r1',1,1,1,'normalHours','"many"','a number of hours','0550837f600e68c50c96d607a64eb60f520fbbd69b8a1778187c0bf4ace2d909');
INSERT INTO rejects VALUES('payroll-monthly/2026-10/r1',2,1,2,'normalHours','"many"','a number of hours','28434aa49b9a0cdd6a06bf15864480b36cebb3e2875edf358d96de25564d8f04');
INSERT INTO rejects VALUES('payroll-monthly/2026-10/r1',3,1,3,'normalHours','"many"','a number of hours','4658bf9d8ae2792e239bac26cd16b8c295328a4df48a3a6853c1cd149acc208b');
INSERT INTO rejects VALUES('payroll-monthly/2026-10/r1',4,1,4,'normalHours','"many"','a number of hours','ec79749f26a8f597553f5d7a96539ae185b7ae354ae63abeea65ee85b93d0645');
CREATE TABLE documents (
    run TEXT NOT NULL REFERENCES runs (run),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
INSERT INTO documents VALUES('archive.appointments/2026-09/r1','bookmark','{"groups":[],"owed":[]}','29ed68d06ac1cc7daa2120ceae8ae25044970f6bb67bf27b4a98294ccfe4f4de');
INSERT INTO documents VALUES('archive.appointments/2026-09/r1','step','{}','c0457410f3e3bbeac2be857dc5976397cdc0408903160361810d587cecd92c43');
INSERT INTO documents VALUES('archive.leave-balances/2026-10/r1','keys',replace('a\nb','\n',char(10)),'a394d60e8d42a6ff491988c5562ae9006e549715a6fd242725ce299ef31b8c01');
INSERT INTO documents VALUES('archive.users/2026-10/r1','step','{}','cce166adb6aa88c99f7b76ef71bb998466f2834687200fc20ddd0b9918990fde');
INSERT INTO documents VALUES('archive/2026-09/r1','bag','ab12','a5cc614023cb7b872f3f5f97d6380c1cc6638087a96610aebc88efb10308376e');
INSERT INTO documents VALUES('certificates/october/r1','command','gantry run certificates','31f3622be9f70ef3e844a69bdd6c68b35f81aca0a4ed6bdfa4ec8e2933942dbb');
INSERT INTO documents VALUES('certificates/october/r1','preflight','done','c3528c7fc8d34e6150c57a2527ff393edd1f086229a50cb94a6f47d25637e8f6');
INSERT INTO documents VALUES('payroll-monthly/2026-07/r1','bag','ef56','7c8c8da03449da4ba3e805e8b4a8b065b625bd656ba3effd144b3edeb038d0b9');
INSERT INTO documents VALUES('payroll-monthly/2026-07/r1','result','{"totals":{}}','250e22f2b2857c45cc0c4ace0818d9d2cfb3b92cc038e383310e7e5236fe1729');
INSERT INTO documents VALUES('payroll-monthly/2026-09/r1','joined-sha256','cd34','c88bf92c6d386181dfb0f089594417ba662b86b6a51d5e906a095729c507e207');
INSERT INTO documents VALUES('payroll-monthly/2026-09/r1','result','{"totals":{}}','c22ff610f8eec40f81151fa19b9b43ab20f9bb06fbe9d56e9500ba397581c2c3');
INSERT INTO documents VALUES('payroll-monthly/2026-10/r1','joined-sha256','cd34','f45bf85f5e8771ff2c40570890d9b8afe74f423e242a9cde8bb52513fa2c7a42');
CREATE TABLE ledger (
    run TEXT NOT NULL,
    row INTEGER NOT NULL,
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    steps_done INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    status INTEGER,
    server_id TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    memory TEXT NOT NULL,
    problem_code TEXT NOT NULL,
    problem_field TEXT NOT NULL,
    problem TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    earlier_run TEXT NOT NULL,
    hash TEXT NOT NULL, left_to TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (run, row)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger VALUES('certificates/october/r1',1,'test https://server.example.test','key','','sent',0,1,NULL,'','','','','','',1790000100000000000,'','04211ef979195a07f64402a89bab314fbd90cee8c099e231214bf4e408bd4bc1','');
CREATE INDEX ledger_by_key ON ledger (scope, key);
CREATE INDEX ledger_by_server_id ON ledger (server_id) WHERE server_id <> '';
COMMIT;

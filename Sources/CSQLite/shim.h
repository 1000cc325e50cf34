#ifndef GANTRY_CSQLITE_SHIM_H
#define GANTRY_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Text between double quotes is a name, never a string: a variadic call. */
static inline int gantry_sqlite_quotes_names(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
    return result == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0) : result;
}

/* SQLITE_TRANSIENT, which has SQLite copy the bytes, is a cast of -1 to a function. No bytes are not NULL. */
static inline int gantry_sqlite_bind_text(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int gantry_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, place, count ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif

/**
 * In place of a missing update time the column has the creation time (`columnForm`). What the service sent is in the
 * document.
 */

/** SQL: the service sent no update time in the document `d`, or one of the forms of "no date". */
export const NO_UPDATE_SENT = `coalesce(d.raw ->> '$.update_time', '') < '1971'`;

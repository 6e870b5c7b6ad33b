const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that cannot be a variable in a module of TypeScript. */
export const RESERVED_IN_TYPESCRIPT = words(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try type typeof undefined var void while with yield',
);

/** Words that PostgreSQL refuses as the name of a table (`pg_get_keywords()`, categories R and T). */
export const RESERVED_IN_SQL = words(
  'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation ' +
    'column concurrently constraint create cross current_catalog current_date current_role current_schema ' +
    'current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for ' +
    'foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral ' +
    'leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps ' +
    'placing primary references returning right select session_user similar some symmetric system_user table ' +
    'tablesample then to trailing true union unique user using variadic verbose when where window with',
);

/** Singulars whose variable would clash with another one of the template, or whose field with the event envelope. */
export const USED_BY_TEMPLATE = words(
  'about before after changed columns created-at event filters id input new-id now object-id object-type organization ' +
    'organization-id page query sequence transaction tx webhook-type',
);

/** Parts of names that are not simply capitalized. */
const IRREGULAR = new Map(
  [
    ...['US', 'GB-Eire', 'NZ-CHAT', 'W-SU', 'ACT', 'LHI', 'NSW', 'SystemV'],
    ...['ComodRivadavia', 'DeNoronha', 'EasterIsland', 'BajaNorte', 'BajaSur', 'DumontDUrville', 'McMurdo'],
    ...['Dar_es_Salaam', 'Isle_of_Man', 'Knox_IN', 'Port-au-Prince', 'Port_of_Spain'],
  ].map((name) => [name.toLowerCase(), name]),
);

/**
 * Returns a time zone as IANA writes it, whatever the case: `Europe/Paris` for `europe/paris`. An alias stays the alias,
 * although Intl knows it under another name: `Asia/Kolkata` is `Asia/Calcutta` there.
 *
 * @param value a name that Intl knows.
 */
export function timeZoneName(value: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions();
  if (timeZone.toLowerCase() === value.toLowerCase()) return timeZone;
  const [region = '', ...places] = value.toLowerCase().split('/');
  if (places.length === 0) return isAbbreviation(region) ? region.toUpperCase() : capitalized(region);
  return [region, ...places]
    .map((it) => (/^(gmt|utc|uct)/.test(it) || /\d/.test(it) ? it.toUpperCase() : capitalized(it)))
    .join('/');
}

/** `EST`, `EST5EDT`, `GMT+0`, but not `Cuba`. */
function isAbbreviation(name: string): boolean {
  return name.length <= 3 || /\d/.test(name);
}

function capitalized(part: string): string {
  return (
    IRREGULAR.get(part) ?? part.replace(/[a-z]+/g, (word) => (word[0] ?? '').toUpperCase() + word.slice(1))
  );
}

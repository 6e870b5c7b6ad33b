import { timeZoneName } from './time-zone-name';

/** Names that Intl resolves to others. */
const ALIASES = [
  ...['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'America/Argentina/ComodRivadavia', 'America/Buenos_Aires'],
  ...[
    'America/Knox_IN',
    'Australia/ACT',
    'Australia/LHI',
    'Australia/NSW',
    'Brazil/DeNoronha',
    'GB',
    'GB-Eire',
  ],
  ...['Chile/EasterIsland', 'Mexico/BajaNorte', 'US/Pacific', 'US/East-Indiana', 'NZ', 'NZ-CHAT', 'W-SU'],
  ...['PRC', 'ROK', 'CET', 'EST', 'EST5EDT', 'GMT', 'GMT+0', 'GMT0', 'UCT', 'Zulu', 'Cuba', 'Universal'],
  ...['Etc/UTC', 'Etc/GMT', 'Etc/GMT-0', 'Etc/Greenwich', 'Europe/Kyiv', 'Africa/Asmara'],
];

describe('timeZoneName', () => {
  it('finds every time zone and alias in any case', () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', ...ALIASES];
    const spellings = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()];
    const wrong = names.filter((name) => spellings(name).some((it) => timeZoneName(it) !== name));
    expect(wrong).toEqual([]);
  });
});

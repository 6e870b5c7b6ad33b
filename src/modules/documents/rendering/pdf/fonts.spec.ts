import { fontNamed, runsOf } from './fonts';

describe('the fonts of documents', () => {
  it.each([
    ['Łódź, Αθήνα, Москва', [['regular', 'Łódź, Αθήνα, Москва']]],
    [
      '日本 東京',
      [
        ['han', '日本'],
        ['regular', ' '],
        ['han', '東京'],
      ],
    ],
    ['カナ', [['han', 'カナ']]],
    ['서울', [['hangul', '서울']]],
  ])('have %s', (text, runs) => {
    expect(runsOf(text, false).map((it) => [it.font, it.text])).toEqual(runs);
  });

  it.each(['سلام', 'สวัสดี', '🎉'])('show a visible replacement for each character of %s', (text) => {
    const runs = runsOf(`a ${text}`, true);
    expect(runs.map((it) => it.font)).toEqual(['bold']);
    expect(runs[0]?.text).toBe(`a ${'\uFFFD'.repeat([...text].length)}`);
    for (const name of ['regular', 'bold'] as const) {
      const [glyph] = fontNamed(name).glyphsForString('\uFFFD');
      expect(glyph?.id).not.toBe(0);
      expect(glyph?.path.commands.length).toBeGreaterThan(0);
    }
  });
});

import { PreconditionFailedError, ValidationFailedError } from '../errors/app-error';
import { IfMatch, entityTagOf } from './entity-tag';

const OBJECT = { id: '1', name: 'VAT' };
const TAG = entityTagOf(JSON.stringify(OBJECT));

describe('If-Match', () => {
  it.each([
    '*',
    ' * ',
    TAG,
    `"other", ${TAG}`,
    `${TAG} , "other"`,
    `, ${TAG},`,
    `W/"weak", ${TAG}`,
    `"a,b",${TAG}`,
  ])('%s accepts the object that has the tag', (header) => {
    const precondition = IfMatch.parse(header);
    precondition.check(OBJECT);
    expect(precondition.wasChecked).toBe(true);
  });

  it.each(['"other"', '""', `W/${TAG}`, '"a", "b"'])('%s refuses the object', (header) => {
    expect(() => IfMatch.parse(header).check(OBJECT)).toThrow(PreconditionFailedError);
  });

  it('a weak tag is refused with a sentence that says so', () => {
    expect(() => IfMatch.parse(`W/${TAG}`).check(OBJECT)).toThrow('A weak ETag never matches');
  });

  it.each(['*', TAG])('%s refuses an object that does not exist', (header) => {
    expect(() => IfMatch.parse(header).check(null)).toThrow('The object does not exist.');
  });

  it.each(['', ',', 'abc', '"abc', 'abc"', '"a" "b"', '*, "a"', 'w/"a"', '"a b"', `"${'x'.repeat(2000)}"`])(
    '%j is refused as malformed',
    (header) => {
      expect(() => IfMatch.parse(header)).toThrow(ValidationFailedError);
    },
  );

  it('a long list of tags is parsed in linear time', () => {
    const header = `${'"a" , '.repeat(170)}x`;
    const since = performance.now();
    expect(() => IfMatch.parse(header)).toThrow(ValidationFailedError);
    expect(performance.now() - since).toBeLessThan(100);
  });

  it('equal representations have equal tags, and others have others', () => {
    expect(TAG).toMatch(/^"[\w-]{43}"$/);
    expect(entityTagOf(JSON.stringify({ ...OBJECT, name: 'Vat' }))).not.toBe(TAG);
  });
});

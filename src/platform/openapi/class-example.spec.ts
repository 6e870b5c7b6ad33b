import { ApiProperty } from '@nestjs/swagger';
import { AnswerField, EnumField, ListOf, MetadataField, StringListField, TextField } from '../http/fields';
import { exampleOf } from './class-example';

class Line {
  @AnswerField({ description: 'Name', type: String, example: 'Seats' }) name = '';
  @AnswerField({ description: 'Amount', type: 'integer', minimum: 5 }) amount = 0;
}

class Base {
  @AnswerField({ description: 'ID', type: String, format: 'uuid' }) id = '';
  @AnswerField({ description: 'Status', type: String, enum: ['open', 'closed'] }) status = '';
}

class Everything extends Base {
  @AnswerField({ description: 'Null', type: String, nullable: true, example: null }) empty: string | null =
    null;
  @AnswerField({ description: 'Line', type: Line, nullable: true }) line: Line | null = null;
  @AnswerField({ description: 'Lines', type: [Line] }) lines: Line[] = [];
  @AnswerField({ description: 'Lazy lines', type: () => [Line] }) lazyLines: Line[] = [];
  @AnswerField({ description: 'No lines', type: [Line], example: [] }) noLines: Line[] = [];
  @AnswerField({ description: 'Names', type: [String], example: 'one' }) names: string[] = [];
  @AnswerField({ description: 'Colors', enum: ['red', 'blue'], isArray: true }) colors: string[] = [];
  @AnswerField({ description: 'Day', type: String, format: 'date' }) day = '';
  @AnswerField({ description: 'Instant', type: String, format: 'date-time' }) at = '';
  @AnswerField({ description: 'Code', type: String, minLength: 6, maxLength: 6 }) code = '';
  @AnswerField({ description: 'Flag', type: Boolean }) flag = false;
  @AnswerField({ description: 'Free', type: 'object', additionalProperties: true }) free: object = {};
  @ApiProperty({ type: 'object', properties: { to: { type: 'string', default: 'x' } } }) inline: object = {};
  @ApiProperty({ oneOf: [{ type: 'integer', example: 7 }, { type: 'string' }] }) choice: number | string = 0;
}

class Tree {
  @AnswerField({ description: 'Parent', type: () => Tree, nullable: true }) parent: unknown = null;
  @AnswerField({ description: 'Children', type: () => [Tree] }) children: unknown = null;
}

class Requested {
  @TextField({ description: 'Name' }) name = '';
  @EnumField({ description: 'Kind', values: ['a', 'b'], optional: true, default: 'b' }) kind = 'b';
  @MetadataField({ description: 'Metadata', example: { team: 'x' } }) metadata: object = {};
  @ListOf(() => Line, { description: 'Lines', max: 3 }) lines: Line[] = [];
  @StringListField({ description: 'Words', max: 2, test: () => true, must: 'be a word' }) words: string[] =
    [];
}

const line = { name: 'Seats', amount: 5 };

describe('exampleOf', () => {
  it('uses examples, then values of the enum, format or type, in nested classes, lists and base classes', () => {
    expect(exampleOf(Everything)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      status: 'open',
      empty: null,
      line,
      lines: [line],
      lazyLines: [line],
      noLines: [],
      names: ['one'],
      colors: ['red'],
      day: '2026-01-31',
      at: '2026-01-31T12:00:00.000Z',
      code: 'textte',
      flag: false,
      free: {},
      inline: { to: 'x' },
      choice: 7,
    });
    expect(Object.keys(exampleOf(Everything)).slice(0, 3)).toEqual(['id', 'status', 'empty']);
  });

  it('uses the defaults of request fields', () => {
    const expected = { name: 'text', kind: 'b', metadata: { team: 'x' }, lines: [line], words: ['text'] };
    expect(exampleOf(Requested)).toEqual(expected);
  });

  it('ends a recursive class at its first repetition', () => {
    expect(exampleOf(Tree)).toEqual({ parent: null, children: [] });
  });

  it('returns a copy, so that changes do not reach the description of the API', () => {
    (exampleOf(Requested).metadata as { team: string }).team = 'changed';
    expect(exampleOf(Requested).metadata).toEqual({ team: 'x' });
  });
});

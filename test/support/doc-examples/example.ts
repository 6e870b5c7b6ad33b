import { isMap, isSeq, LineCounter, parseDocument, type Document, type YAMLMap } from 'yaml';
import { instant } from '../billing-story';
import { docBlocks, type DocBlock } from '../doc-blocks';

/** JSON as written on a page. */
export type Fields = Record<string, unknown>;

/** One line of an example: a call of the API, or `expect`. */
export interface Step {
  /** Page and line, such as `docs/billing-rules.md:42`. */
  location: string;
  verb: string;
  fields: Fields;
  /** The part of the response, or of the error response, that the page shows. */
  returns?: unknown;
  refused?: unknown;
}

/** The steps at an instant. */
export interface Moment {
  at: string;
  steps: Step[];
}

/** A worked example: a YAML block with the flag `example`. */
export interface Example {
  name: string;
  location: string;
  moments: Moment[];
}

/** Returns the worked examples of a page. @throws Error when one is malformed */
export function examplesOf(page: string): Example[] {
  const blocks = docBlocks().filter((it) => it.page === page && it.flags.includes('example'));
  const examples = blocks.map(readExample);
  for (const [index, { name, location }] of examples.entries()) {
    const first = examples.findIndex((it) => it.name === name);
    if (first < index) throw new Error(`${location}: ${examples[first]?.location} has the same name.`);
  }
  return examples;
}

function readExample({ page, line, code }: DocBlock): Example {
  const location = `${page}:${line}`;
  const lines = new LineCounter();
  const document = parseDocument(code, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${location}: ${error.message}`);
  const { example: name, ...moments } = document.toJS() as Fields;
  if (typeof name !== 'string') throw new Error(`${location}: an example begins with "example: <its name>".`);
  const dates = Object.keys(moments);
  if (dates.join() !== [...dates].sort().join()) throw new Error(`${location}: the dates are not in order.`);
  const lineOf = (offset: number): string => `${page}:${line + lines.linePos(offset).line}`;
  return { name, location, moments: dates.map((date) => readMoment(document, date, lineOf)) };
}

function readMoment(document: Document, date: string, lineOf: (offset: number) => string): Moment {
  const steps = document.get(date);
  if (!isSeq<YAMLMap>(steps)) throw new Error(`${lineOf(0)}: ${date} has no list of steps.`);
  return {
    at: instant(date.replace(' ', 'T')),
    steps: steps.items.map((it) => readStep(it, lineOf(it.range?.[0] ?? 0))),
  };
}

function readStep(step: unknown, location: string): Step {
  if (!isMap(step)) throw new Error(`${location}: a step is "- verb: { fields }".`);
  const { returns, refused, ...call } = step.toJSON() as Record<string, Fields>;
  const [verb = '', ...others] = Object.keys(call);
  if (others.length > 0) throw new Error(`${location}: "${verb}" and "${others[0]}" are two steps.`);
  return { location, verb, fields: call[verb] ?? {}, returns, refused };
}

import { parseDocument } from 'yaml';
import { docBlocks, type DocBlock } from '../doc-blocks';
import { instant } from '../billing-story';

/** JSON as a page of the documents writes it. */
export type Fields = Record<string, unknown>;

/** What is done or expected in an example, e.g. `subscribe` or `expect`. */
export interface Step {
  verb: string;
  fields: Fields;
  /** The part of the answer that the page shows; null where it shows none. */
  answers: Fields | null;
  /** The part of the problem that the page shows; null where the step succeeds. */
  refused: Fields | null;
}

/** A worked example of a page: a YAML block with the flag `example`. */
export interface Example {
  name: string;
  /** `docs/billing-rules.md:42`. */
  place: string;
  /** In the order of the page, which is that of time. */
  moments: { at: string; steps: Step[] }[];
}

/** Returns the worked examples of a page. */
export function examplesOf(page: string): Example[] {
  return docBlocks()
    .filter((it) => it.page === page && it.language === 'yaml' && it.flags.includes('example'))
    .map(readExample);
}

function readExample({ page, line, code }: DocBlock): Example {
  const place = `${page}:${line}`;
  const document = parseDocument(code, { schema: 'core' });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${place}: ${error.message}`);
  const { example, ...moments } = document.toJS() as Fields;
  if (typeof example !== 'string') throw new Error(`${place}: begin the block with "example: <its name>"`);
  return {
    name: example,
    place,
    moments: Object.entries(moments).map(([at, steps]) => ({
      at: instant(at.replace(' ', 'T')),
      steps: stepsOf(steps, `${place}, ${at}`),
    })),
  };
}

function stepsOf(steps: unknown, place: string): Step[] {
  if (!Array.isArray(steps)) throw new Error(`${place}: list the steps, each as "- verb: {...}"`);
  return steps.map((step: Fields) => {
    const { answers = null, refused = null, ...rest } = step;
    const [[verb, fields] = ['', {}], ...others] = Object.entries(rest);
    if (others.length > 0) throw new Error(`${place}: "${verb}" and "${others[0]?.[0]}" are two steps`);
    return {
      verb,
      fields: (fields ?? {}) as Fields,
      answers: answers as Fields | null,
      refused: refused as Fields | null,
    };
  });
}

import { examplesOf } from '../support/doc-examples/example';
import { runExamples } from '../support/doc-examples/timeline';

const PAGE = 'docs/billing-rules.md';
const TIMEOUT_MS = 300_000;

describe(`the worked examples of ${PAGE}`, () => {
  const examples = examplesOf(PAGE);
  let failures: Map<string, string>;

  beforeAll(async () => {
    failures = await runExamples(examples);
  }, TIMEOUT_MS);

  it.each(examples.map((it) => [it.name, it.place]))('%s (%s)', (_, place) => {
    expect(failures.get(place)).toBeUndefined();
  });
});

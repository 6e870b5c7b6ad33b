import { examplesOf } from '../support/doc-examples/example';
import { runExamples } from '../support/doc-examples/timeline';

const PAGE = 'docs/billing-rules.md';

/** Runs the worked examples of the page against the service. */
describe(`the worked examples of ${PAGE}`, () => {
  const examples = examplesOf(PAGE);
  let failures: Map<string, string>;

  beforeAll(async () => {
    failures = await runExamples(examples);
  }, 120_000);

  it.each(examples)('$name', ({ location }) => {
    const failure = failures.get(location);
    if (failure !== undefined) throw new Error(failure);
  });
});

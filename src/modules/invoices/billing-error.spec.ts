import { ExtensionFailedError } from '../../platform/extensions';
import { describeBillingFailure } from './billing-error';

describe('describeBillingFailure', () => {
  it('names an extension that failed and its point, but not what only the log should show', () => {
    const failure = new ExtensionFailedError(
      'invoice lines',
      'SupportHourLines',
      'no connection to 10.0.0.7',
    );
    expect(describeBillingFailure(failure)).toEqual({
      code: 'extension_failed',
      message: 'The extension SupportHourLines of "invoice lines" failed; the log of the service says why.',
    });
  });

  it('hides the details of an unexpected error', () => {
    expect(describeBillingFailure(new Error('no connection to 10.0.0.7'), 'dunning')).toEqual({
      code: 'internal_error',
      message: 'An internal error prevents dunning; the log of the service names it.',
    });
  });
});

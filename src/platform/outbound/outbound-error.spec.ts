import { dnsError, toOutboundError, toUnsentError } from './outbound-error';

const failure = (code?: string): Error =>
  Object.assign(new Error('failed'), code === undefined ? {} : { code });

describe('a local fault', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'])(
    'is the shortage %s before the request was sent',
    (code) => {
      const cause = failure(code);
      expect(toUnsentError(cause).localFault).toEqual({ kind: 'shortage', cause });
      expect(toUnsentError(new AggregateError([failure('ECONNREFUSED'), cause])).localFault?.kind).toBe(
        'shortage',
      );
      expect(dnsError('hooks.test', cause).localFault).toEqual({ kind: 'shortage', cause });
    },
  );

  it('is an error of our own code before the request was sent', () => {
    for (const cause of [new TypeError('x is not a function'), failure('ERR_INVALID_ARG_TYPE')]) {
      expect(toUnsentError(cause).localFault).toEqual({ kind: 'defect', cause });
    }
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'EADDRNOTAVAIL',
    'UND_ERR_SOCKET',
    'UND_ERR_INVALID_ARG',
  ])('is not %s, which depends on the endpoint', (code) => {
    expect(toUnsentError(failure(code)).localFault).toBeNull();
  });

  it('is not an error after the request was sent, because the endpoint may have received it', () => {
    for (const code of ['EMFILE', 'ENOMEM', undefined]) {
      const error = toOutboundError(failure(code), { isSent: true, hasHeaders: false });
      expect(error).toMatchObject({ errorClass: 'connection_reset', localFault: null });
    }
  });

  it('is not a host name that the resolver does not know', () => {
    expect(dnsError('hooks.test', failure('ENOTFOUND'))).toMatchObject({
      errorClass: 'dns_error',
      localFault: null,
    });
    expect(dnsError('hooks.test', null)).toMatchObject({ errorClass: 'dns_error', localFault: null });
  });
});

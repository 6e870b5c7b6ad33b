import { isLocalShortage } from './local-shortage';
import { toProblem } from './problem';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a lack of file descriptors or memory in this process', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'])(
    '%s is a 503, even in a wrapped error',
    (code) => {
      const error = failure(code);
      for (const it of [
        error,
        Object.assign(new Error('query failed'), { driverError: error }),
        new Error('read failed', { cause: error }),
        new AggregateError([failure('ECONNREFUSED'), error]),
      ]) {
        expect(isLocalShortage(it)).toBe(true);
        expect(toProblem(it, 'r1')).toMatchObject({ status: 503, code: 'service_unavailable' });
      }
    },
  );

  it.each(['ENOENT', 'ECONNREFUSED', '53200', 'EAI_AGAIN'])('%s is none', (code) => {
    expect(isLocalShortage(failure(code))).toBe(false);
  });
});

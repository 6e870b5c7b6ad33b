import { createServer } from 'node:net';
import { loadConfig } from '../config/config';
import { listenFailure } from './listen-failure';

/** Returns the message for the error of a server that listens as configured. */
const failureOf = (env: Record<string, string>): Promise<string> => {
  const { http } = loadConfig(env);
  return new Promise((resolve) => {
    createServer()
      .on('error', (error) => resolve(listenFailure(error, http).message))
      .listen(http.port, http.host);
  });
};

describe('listenFailure', () => {
  it('names HOST if it is not an address of the machine', async () => {
    expect(await failureOf({ HOST: '192.0.2.1', PORT: '0' })).toMatch(
      /^HOST: 192\.0\.2\.1 is not an address of/,
    );
  });

  it('names HOST if it cannot be resolved', async () => {
    expect(await failureOf({ HOST: 'no.such.host.invalid', PORT: '0' })).toMatch(
      /^HOST: the name .* resolved/,
    );
  });

  it('names PORT if the user may not listen on it, and both variables for any other reason', () => {
    const { http } = loadConfig({ PORT: '80' });
    const failed = (code: string): string =>
      listenFailure(Object.assign(new Error(`listen ${code}`), { code }), http).message;
    expect(failed('EACCES')).toMatch(/^PORT: this user may not listen on port 80\. .*\(listen EACCES\)$/);
    expect(failed('EAFNOSUPPORT')).toMatch(/HOST 127\.0\.0\.1 and PORT 80\. \(listen EAFNOSUPPORT\)$/);
  });
});

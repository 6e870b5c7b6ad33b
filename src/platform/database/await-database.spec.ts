import { connectionRefusal } from './connection-refusal';
import { mayComeUp, whenDatabaseIsUp } from './await-database';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('mayComeUp', () => {
  it.each(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN'])(
    'returns true for %s',
    (code) => {
      expect(mayComeUp(failure(code))).toBe(true);
      expect(mayComeUp(Object.assign(new Error('query failed'), { driverError: failure(code) }))).toBe(true);
      expect(mayComeUp(new AggregateError([failure('ENETUNREACH'), failure(code)]))).toBe(true);
    },
  );

  it.each(['28P01', '28000', '3D000', '42501', '55P03', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'EADDRINUSE'])(
    'returns false for %s',
    (code) => expect(mayComeUp(failure(code))).toBe(false),
  );

  it('returns true if the server closes the connection or does not respond', () => {
    expect(mayComeUp(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(mayComeUp(new Error('timeout expired'))).toBe(true);
    expect(mayComeUp(new Error('The server does not support SSL connections'))).toBe(false);
    expect(mayComeUp('ECONNREFUSED')).toBe(false);
  });
});

it('connectionRefusal names DATABASE_URL for any reason', () => {
  const { message } = connectionRefusal(new Error('The server does not support SSL connections'));
  expect(message).toMatch(/does not support SSL connections\. Check DATABASE_URL\.$/);
});

describe('whenDatabaseIsUp', () => {
  it('reports what it waits for without the password, and fails with the remedy after the limit', async () => {
    const reports: string[] = [];
    const waiting = { report: (message: string) => void reports.push(message), limitMs: 600 };
    const url = 'postgres://someone:hunter2@localhost:1/billing';
    const failed = whenDatabaseIsUp(url, () => Promise.resolve(), waiting).catch(String);
    expect(await failed).toMatch(
      /^Error: The database at localhost:1 was not available within 0\.6 s: connect ECONNREFUSED .*\. Check .* DATABASE_URL/,
    );
    expect(reports).toEqual([
      expect.stringMatching(
        /^Waiting for the database at localhost:1, up to 1 s more: connect ECONNREFUSED /,
      ),
    ]);
  });
});

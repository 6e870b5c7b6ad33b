import type { ProviderAnswer } from './provider-http';
import { failed, readResult, replyTo, type FailedReply } from './replies';

const problemOf = () => ({ code: 'no', reason: 'No.' });
const answered = (status: number, body = '{}'): ProviderAnswer => ({ kind: 'answered', status, body });
const kindsOf = (answer: ProviderAnswer): string[] =>
  [false, true].map((isRead) => replyTo(answer, { isRead, problemOf }).kind);

describe('what an answer means, to a request that changes something and to one that reads', () => {
  it.each<[string, ProviderAnswer, string, string]>([
    ['a good answer', answered(200), 'ok', 'ok'],
    ['an empty answer', answered(204, ''), 'ok', 'ok'],
    ['a refusal', answered(400), 'refused', 'refused'],
    ['a rate limit', answered(429), 'unavailable', 'unavailable'],
    ['an error of the server', answered(500), 'unknown', 'unavailable'],
    ['maintenance', answered(503), 'unknown', 'unavailable'],
    ['a redirect', answered(302), 'unknown', 'unavailable'],
    ['an answer that is not JSON', answered(200, '<html>'), 'unknown', 'unavailable'],
    ['a lost answer', { kind: 'lost', reason: 'reset' }, 'unknown', 'unavailable'],
    ['a request that was not sent', { kind: 'unsent', reason: 'refused' }, 'unavailable', 'unavailable'],
  ])('%s', (_, answer, write, read) => {
    expect(kindsOf(answer)).toEqual([write, read]);
  });

  it('401 and 403 are about the credentials, other refusals are not', () => {
    const about = (status: number) =>
      failed(replyTo(answered(status), { isRead: false, problemOf }) as FailedReply);
    for (const status of [401, 403]) expect(about(status)).toMatchObject({ isAboutCredentials: true });
    for (const status of [400, 402, 404, 409, 422]) {
      expect(about(status)).toEqual({
        kind: 'rejected',
        code: 'no',
        reason: 'No.',
        isAboutCredentials: false,
      });
    }
  });

  it('a read is rejected only where there is no such object', () => {
    const read = (status: number) =>
      readResult(replyTo(answered(status), { isRead: true, problemOf }) as FailedReply).kind;
    expect([404, 401, 400, 422, 409, 500].map(read)).toEqual([
      'rejected',
      'rejected',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });
});

import { notFound } from './values';

const requestedAt = new Date('2030-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(requestedAt.getTime() + ms);

describe('what a provider shows nothing of', () => {
  it('may still arrive for 30 seconds, and was never received after that', () => {
    const early = notFound('Acme Pay', requestedAt, after(30_000));
    expect(early).toMatchObject({ kind: 'unknown', settlesAt: after(30_001) });
    expect(notFound('Acme Pay', requestedAt, after(30_001))).toEqual({ kind: 'done', value: null });
  });

  it('may take longer at some providers', () => {
    const early = notFound('Acme Pay', requestedAt, after(30_001), 45_000);
    expect(early).toMatchObject({ kind: 'unknown', settlesAt: after(45_001) });
  });
});

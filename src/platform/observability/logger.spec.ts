import { describeError } from './logger';

describe('describeError', () => {
  it('tells where an error came from, and nothing that a statement carried', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "customers_key"'), {
      code: '23505',
      constraint: 'customers_key',
      detail: 'Key (email)=(jane@example.com) already exists.',
      query: 'INSERT INTO customers',
      parameters: ['jane@example.com'],
      driverError: { parameters: ['jane@example.com'] },
    });
    expect(describeError(error)).toMatchObject({ type: 'Error', code: '23505', constraint: 'customers_key' });
    expect(JSON.stringify(describeError(error))).not.toContain('jane@example.com');
  });

  it('takes what is thrown without being an error', () => {
    expect(JSON.stringify(describeError('text'))).toBe('{"message":"text"}');
  });
});

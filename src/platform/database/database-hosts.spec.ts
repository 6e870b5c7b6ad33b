import { firstHostUrl, hostsOf, urlOf } from './database-hosts';

const URL_OF_TWO = 'postgres://billing:p%40ss@db1:5433,[::1]/billing?sslmode=require';

describe('hosts of a database URL', () => {
  it('come in their order, with the default port where none is given', () => {
    expect(hostsOf(URL_OF_TWO)).toEqual([
      { host: 'db1', port: 5433 },
      { host: '::1', port: 5432 },
    ]);
  });

  it('are one for an ordinary URL', () => {
    expect(hostsOf('postgres://127.0.0.1:1/billing')).toEqual([{ host: '127.0.0.1', port: 1 }]);
  });

  it.each(['postgres://db1,,db2/billing', 'postgres://db1:x,db2/billing', 'postgres:///billing', 'db1,db2'])(
    'are none for the invalid URL %s',
    (url) => {
      expect(hostsOf(url)).toEqual([]);
    },
  );

  it('are replaced by one without touching the login, the database and the settings', () => {
    expect(urlOf(URL_OF_TWO, { host: '::1', port: 5432 })).toBe(
      'postgres://billing:p%40ss@[::1]:5432/billing?sslmode=require',
    );
  });

  it('are cut to the first one only if there are several', () => {
    expect(firstHostUrl(URL_OF_TWO)).toBe('postgres://billing:p%40ss@db1:5433/billing?sslmode=require');
    expect(firstHostUrl('postgres://db1/billing')).toBe('postgres://db1/billing');
  });
});

import { loadConfig } from '../platform/config/config';
import { startupMessage } from './startup-message';

describe('startupMessage', () => {
  const message = (embeddedHome: string | null): string =>
    startupMessage(loadConfig({}), { url: 'http://localhost:3000', embeddedHome, notes: ['Mind this.'] });

  it('names the folder in which the embedded data really is', () => {
    const home = '/var/lib/billing-service/postgres-AbC123';
    expect(message(home)).toContain(`Data         ${home} (embedded PostgreSQL)`);
  });

  it('shows what the operator should change', () => {
    expect(message(null)).toContain('Note         Mind this.');
  });

  it('names no folder for the database in DATABASE_URL', () => {
    expect(message(null)).toContain('Data         the database in DATABASE_URL');
  });
});

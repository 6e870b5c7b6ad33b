import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Returns what PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803). A statement with it instead of the password
 * reveals nothing in the log of the server. Null for passwords that are not ASCII, which the server must normalize.
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string | null {
  if (!/^[\x20-\x7e]+$/.test(password)) return null;
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

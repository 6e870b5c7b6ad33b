// npm run test:lives -- 500: that many random lives, 100 by default. LIVES_SEED and LIVES_PATH replay a failure.
import { spawnSync } from 'node:child_process';

const [count = '100'] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count)) {
  console.error('Usage: npm run test:lives -- <number of lives>');
  process.exit(2);
}
const { status } = spawnSync('npx', ['jest', 'test/lives'], {
  stdio: 'inherit',
  env: { ...process.env, LIVES: count },
});
process.exit(status ?? 1);

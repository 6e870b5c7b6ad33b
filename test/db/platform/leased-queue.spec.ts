import { Chores } from '../../support/chores';
import { gate } from '../../support/gate';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

const DUE_AT = new Date('2026-01-01T00:00:00.000Z');

describe('a leased queue', () => {
  let app: TestApp;
  let organizations: [TestOrganization, TestOrganization, TestOrganization];
  let chores: Chores;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
    chores = await Chores.on(app);
    organizations = [await app.anOrganization(), await app.anOrganization(), await app.anOrganization()];
  });
  afterAll(() => app.stop());

  it('works on all that is due in one run, whatever its concurrency, and on no more at a time', async () => {
    let [running, most] = [0, 0];
    const ended: string[] = [];
    const queue = chores.leasedQueue(async ({ id }) => {
      most = Math.max(most, ++running);
      await app.database.query('SELECT 1');
      running--;
      ended.push(id);
    }, 2);
    for (const organization of organizations) {
      await chores.add(queue.name, ['one', 'two', 'three'], organization, DUE_AT);
    }
    await queue.run();
    expect(new Set(ended).size).toBe(9);
    expect(ended).toHaveLength(9);
    expect(most).toBe(2);
  });

  it('goes on beside a row that takes long', async () => {
    const slow = gate();
    const ended: string[] = [];
    let first: string | undefined;
    const queue = chores.leasedQueue(async ({ id }) => {
      first ??= id;
      if (id === first) await slow.opened;
      ended.push(id);
      if (ended.length === 3) slow.open();
    }, 2);
    await chores.add(queue.name, ['slow', 'one', 'two', 'three'], organizations[0], DUE_AT);
    await queue.run();
    expect(ended).toHaveLength(4);
    expect(ended.at(-1)).toBe(first);
  });
});

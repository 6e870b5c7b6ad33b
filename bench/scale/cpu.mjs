/** Returns a function that returns the CPU time (microseconds) since this call: of the services, and of PostgreSQL. */
export async function startCpu(services, server) {
  const take = async () => {
    const each = await Promise.all(services.map((it) => it.process.call('cpu')));
    return { service: each.reduce((sum, it) => sum + it, 0), postgres: server.cpuMicros() };
  };
  const before = await take();
  return async (units) => {
    const after = await take();
    const postgres = after.postgres === null ? null : (after.postgres - before.postgres) / units;
    return { service: (after.service - before.service) / units, postgres };
  };
}

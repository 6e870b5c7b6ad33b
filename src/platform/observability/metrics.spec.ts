import { authenticationFailures, registry, startRuntimeMetrics } from './metrics';

describe('metrics', () => {
  it('have the name of the cell as a label, if it has one', async () => {
    authenticationFailures.inc({ credential: 'api_key' });
    const counter = 'authentication_failures_total{credential="api_key"';
    expect(await registry.metrics()).toContain(`${counter}} 1`);
    startRuntimeMetrics('eu1');
    const series = (await registry.metrics()).split('\n').filter((it) => /^[a-z]/.test(it));
    expect(series.filter((it) => !it.includes('cell="eu1"'))).toEqual([]);
    expect(series).toContain(`${counter},cell="eu1"} 1`);
  });
});

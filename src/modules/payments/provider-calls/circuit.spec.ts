import { Circuit } from './circuit';

/** A circuit that has failed `failures` times at the instant 0. */
function failed(failures: number): Circuit {
  const circuit = new Circuit();
  for (let n = 0; n < failures; n++) {
    circuit.admits(0);
    circuit.report('failure', 0);
  }
  return circuit;
}

describe('Circuit', () => {
  it('opens after five failures in a row', () => {
    expect(failed(4).admits(0)).toBe(true);
    expect(failed(5).admits(0)).toBe(false);
  });

  it('a success starts the count again', () => {
    const circuit = failed(4);
    circuit.report('success', 0);
    circuit.report('failure', 0);
    expect(circuit.admits(0)).toBe(true);
    expect(circuit.isFresh).toBe(false);
  });

  it('lets one probe through after the pause, and closes when it succeeds', () => {
    const circuit = failed(5);
    expect(circuit.admits(1_999)).toBe(false);
    expect(circuit.admits(2_000)).toBe(true);
    expect(circuit.admits(2_000)).toBe(false);
    circuit.report('success', 2_100);
    expect(circuit.isFresh).toBe(true);
    expect([circuit.admits(2_100), circuit.admits(2_100)]).toEqual([true, true]);
  });

  it('doubles the pause with each probe that fails, up to 16 s', () => {
    const circuit = failed(5);
    let now = 2_000;
    for (const pause of [4_000, 8_000, 16_000, 16_000]) {
      expect(circuit.admits(now)).toBe(true);
      circuit.report('failure', now);
      expect(circuit.admits(now + pause - 1)).toBe(false);
      now += pause;
    }
    expect(circuit.admits(now)).toBe(true);
  });

  it('a probe that was not sent leaves the turn to the next request', () => {
    const circuit = failed(5);
    circuit.admits(2_000);
    circuit.report('abandoned', 2_000);
    expect(circuit.admits(2_000)).toBe(true);
  });

  it('a failure of a request from before it opened does not prolong the pause', () => {
    const circuit = failed(5);
    circuit.report('failure', 1_500);
    expect(circuit.admits(2_000)).toBe(true);
  });
});

import { refusalOf } from './cell-state.rules';

describe('the state of an organization in a cell', () => {
  it.each([
    ['active', null],
    ['leaving', null],
    ['arriving', { code: 'organization_arriving', status: 503 }],
    ['moved', { code: 'organization_moved', status: 421, location: 'https://b.example.com' }],
  ] as const)('%s: requests get %j', (state, refusal) => {
    const error = refusalOf(state, 'https://b.example.com');
    if (refusal === null) expect(error).toBeNull();
    else expect(error).toMatchObject(refusal);
  });

  it('a moved organization without a known place has no location', () => {
    expect(refusalOf('moved', null)).toMatchObject({ location: null });
  });
});

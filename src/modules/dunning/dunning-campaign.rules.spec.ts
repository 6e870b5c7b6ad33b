import {
  campaignThatApplies,
  reachesThreshold,
  thresholdErrors,
  type CampaignStatus,
} from './dunning-campaign.rules';

const active: { status: CampaignStatus } = { status: 'active' };
const inactive: { status: CampaignStatus } = { status: 'inactive' };

describe('campaignThatApplies', () => {
  it("the customer's own campaign takes precedence over the organization's", () => {
    const own = { ...active };
    expect(campaignThatApplies(own, { ...active })).toBe(own);
    expect(campaignThatApplies(null, active)).toBe(active);
    expect(campaignThatApplies(null, null)).toBeNull();
  });

  it('no campaign applies while the one with precedence is inactive', () => {
    expect(campaignThatApplies(inactive, active)).toBeNull();
    expect(campaignThatApplies(null, inactive)).toBeNull();
  });
});

describe('reachesThreshold', () => {
  const campaign = {
    thresholds: [
      { currency: 'EUR', amountCents: 1000 },
      { currency: 'USD', amountCents: 0 },
    ],
  };

  it('a threshold is reached at its amount, in its own currency only', () => {
    expect(reachesThreshold(campaign, 'EUR', 999n)).toBe(false);
    expect(reachesThreshold(campaign, 'EUR', 1000n)).toBe(true);
    expect(reachesThreshold(campaign, 'EUR', 1001n)).toBe(true);
    expect(reachesThreshold(campaign, 'GBP', 1_000_000n)).toBe(false);
  });

  it('an amount of 0 reaches no threshold', () => {
    expect(reachesThreshold(campaign, 'USD', 0n)).toBe(false);
    expect(reachesThreshold(campaign, 'USD', 1n)).toBe(true);
  });
});

describe('thresholdErrors', () => {
  it('an empty list of thresholds is refused', () => {
    expect(thresholdErrors([]).map((it) => it.field)).toEqual(['thresholds']);
  });

  it('a second threshold in the same currency is reported under its index', () => {
    const currencies = ['EUR', 'USD', 'EUR', 'EUR'].map((currency) => ({ currency }));
    expect(thresholdErrors(currencies).map((it) => it.field)).toEqual([
      'thresholds.2.currency',
      'thresholds.3.currency',
    ]);
    expect(thresholdErrors(currencies.slice(0, 2))).toEqual([]);
  });
});

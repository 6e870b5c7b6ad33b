import { aCampaign, aCustomer } from '../../support/builders';
import type { CampaignBody } from '../../support/dunning-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
} from '../../support/wire';

const PATH = '/v1/dunning_campaigns';
const GENTLE = {
  code: 'gentle',
  name: 'Gentle',
  max_attempts: 3,
  days_between_attempts: 7,
  thresholds: [{ currency: 'EUR', amount_cents: 5000 }],
};
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('dunning campaigns', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  const get = (id: string): Promise<CampaignBody> => bodyOf(organization.get(`${PATH}/${id}`));

  it('a campaign is created active by default; a duplicate code is refused with 409', async () => {
    const campaign = await aCampaign(organization, GENTLE);
    expect(campaign).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...GENTLE,
      description: null,
      status: 'active',
      applied_to_organization: false,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: campaign.created_at,
    });
    expect(await get(campaign.id)).toEqual(campaign);
    await problemOf(organization.post(PATH, GENTLE), 409, 'conflict');
    await aCampaign(await app.anOrganization(), GENTLE);
  });

  it.each([
    ['code', { code: ' ' }],
    ['name', { name: undefined }],
    ['status', { status: 'paused' }],
    ['max_attempts', { max_attempts: 0 }],
    ['days_between_attempts', { days_between_attempts: 1.5 }],
    ['thresholds', { thresholds: undefined }],
    ['thresholds', { thresholds: [] }],
    ['thresholds.0.currency', { thresholds: [{ currency: 'XXX', amount_cents: 1 }] }],
    ['thresholds.0.amount_cents', { thresholds: [{ currency: 'EUR', amount_cents: -1 }] }],
    ['thresholds.1.currency', { thresholds: [...GENTLE.thresholds, ...GENTLE.thresholds] }],
    ['applied_to_organization', { applied_to_organization: 'yes' }],
  ])('an invalid %s is refused with 422', async (field, fields) => {
    expect(await wrongFieldsOf(organization.post(PATH, { ...GENTLE, ...fields }))).toEqual([field]);
  });

  it('an update changes only the given fields; a new code or an empty list of thresholds is refused with 422', async () => {
    const campaign = await aCampaign(organization, { ...GENTLE, description: 'Soft' });
    const path = `${PATH}/${campaign.id}`;
    const changes = { name: 'Firm', status: 'inactive', max_attempts: 5, description: null };
    const changed = await bodyOf<CampaignBody>(organization.put(path, changes));
    expect(changed).toEqual({ ...campaign, ...changes, updated_at: changed.updated_at });
    expect(await get(campaign.id)).toEqual(changed);
    expect(await wrongFieldsOf(organization.put(path, { code: 'other' }))).toEqual(['code']);
    expect(await wrongFieldsOf(organization.put(path, { thresholds: [] }))).toEqual(['thresholds']);
  });

  it('the list is filtered by code; the code of a deleted campaign can be reused', async () => {
    const { id } = await aCampaign(organization, GENTLE);
    await aCampaign(organization, { ...GENTLE, code: 'firm' });
    const { items, total } = await listOf<CampaignBody>(organization.get(`${PATH}?code=gentle`));
    expect([items.map((it) => it.id), total]).toEqual([[id], 1]);
    await organization.delete(`${PATH}/${id}`).expect(204);
    await problemOf(organization.get(`${PATH}/${id}`), 404, 'not_found');
    await problemOf(organization.delete(`${PATH}/${id}`), 404, 'not_found');
    await aCampaign(organization, GENTLE);
  });

  describe('the default campaign', () => {
    it('a new default replaces the previous one', async () => {
      const first = await aCampaign(organization, { ...GENTLE, applied_to_organization: true });
      const second = await aCampaign(organization, {
        ...GENTLE,
        code: 'firm',
        applied_to_organization: true,
      });
      expect((await get(first.id)).applied_to_organization).toBe(false);
      await organization.put(`${PATH}/${first.id}`, { applied_to_organization: true }).expect(200);
      expect((await get(first.id)).applied_to_organization).toBe(true);
      expect((await get(second.id)).applied_to_organization).toBe(false);
    });

    it('concurrent requests leave one default campaign', async () => {
      const codes = ['a', 'b', 'c', 'd', 'e', 'f'];
      const answers = await Promise.all(
        codes.map((code) => organization.post(PATH, { ...GENTLE, code, applied_to_organization: true })),
      );
      for (const { status } of answers) expect([201, 409]).toContain(status);
      const { items } = await listOf<CampaignBody>(organization.get(PATH));
      expect(items.filter((it) => it.applied_to_organization)).toHaveLength(1);
    });
  });

  describe('the campaign of a customer', () => {
    let customer: CustomerBody;
    const path = (): string => `/v1/customers/${customer.id}/dunning_campaign`;

    beforeEach(async () => {
      customer = await aCustomer(organization, { external_id: 'one' });
    });

    it('a campaign is assigned and removed', async () => {
      const { id } = await aCampaign(organization, GENTLE);
      const none = { customer_id: customer.id, dunning_campaign_id: null };
      expect(await bodyOf(organization.get(path()))).toEqual(none);
      const one = { customer_id: customer.id, dunning_campaign_id: id };
      expect(await bodyOf(organization.put(path(), { dunning_campaign_id: id }))).toEqual(one);
      expect(await bodyOf(organization.put(path(), { dunning_campaign_id: id }))).toEqual(one);
      expect(await bodyOf(organization.get(path()))).toEqual(one);
      expect(await bodyOf(organization.put(path(), { dunning_campaign_id: null }))).toEqual(none);
      expect(await bodyOf(organization.get(path()))).toEqual(none);
    });

    it('deleting a campaign removes its assignments', async () => {
      const { id } = await aCampaign(organization, GENTLE);
      await organization.put(path(), { dunning_campaign_id: id }).expect(200);
      await organization.delete(`${PATH}/${id}`).expect(204);
      expect(await bodyOf(organization.get(path()))).toMatchObject({ dunning_campaign_id: null });
    });

    it('an unknown campaign is refused with 422, an unknown customer with 404', async () => {
      const stranger = await app.anOrganization();
      const foreign = await aCampaign(stranger, GENTLE);
      for (const id of [UNKNOWN, foreign.id]) {
        const fields = await wrongFieldsOf(organization.put(path(), { dunning_campaign_id: id }));
        expect(fields).toEqual(['dunning_campaign_id']);
      }
      expect(await wrongFieldsOf(organization.put(path(), {}))).toEqual(['dunning_campaign_id']);
      await problemOf(stranger.put(path(), { dunning_campaign_id: foreign.id }), 404, 'not_found');
      await problemOf(stranger.get(path()), 404, 'not_found');
    });
  });
});

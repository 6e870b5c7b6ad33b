import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import { CollectionQueue } from '../lifecycle/collection-queue';
import { CheckoutLinks } from '../links/checkout-links';
import { CollectionProviders, type LinkProvider } from '../links/collection-providers';
import { PayLinks } from './pay-links';
import { PayStandings, type PayStanding } from './pay-standings';
import type { PaySubject } from './pay-token.rules';

/** A page to pay, and the providers to which it can lead: that of the last link first. */
export interface ShownPayPage extends PayStanding {
  readonly providers: readonly LinkProvider[];
}

/**
 * Our own pages to pay, which stand before those of the providers and outlive them (docs/payments.md#pay-page). The token of
 * a page is the permission.
 */
@Injectable()
export class PayPages {
  constructor(
    private readonly payLinks: PayLinks,
    private readonly standings: PayStandings,
    private readonly checkouts: CheckoutLinks,
    private readonly providers: CollectionProviders,
    private readonly queue: CollectionQueue,
  ) {}

  /** @throws NotFoundError */
  async show(token: string): Promise<ShownPayPage> {
    const subject = this.subjectOf(token);
    const standing = await this.standings.of(subject);
    return { ...standing, providers: await this.choiceOf(subject, standing) };
  }

  /**
   * Returns the page of the provider on which the payer pays or authenticates, and makes or renews it.
   *
   * @param chosen the name of a provider; undefined, and one that cannot take the amount: the first of the page
   * @param baseUrl of the service, for the way back
   * @throws NotFoundError; whatever `CheckoutLinks.checkout` throws
   */
  async pay(token: string, chosen: string | undefined, baseUrl: string): Promise<string> {
    const subject = this.subjectOf(token);
    const { organizationId, key } = subject;
    const standing = await this.standings.of(subject);
    const { state, lastLink } = standing;
    if (state.kind === 'action') return state.url;
    const returnUrl = this.payLinks.returnUrlOf(organizationId, key, baseUrl);
    const choice = await this.choiceOf(subject, standing);
    const provider = choice.find((it) => it.name === chosen) ?? choice[0];
    const { url } = await this.checkouts.checkout({ organizationId }, key, {
      provider: provider?.name ?? lastLink?.provider ?? null,
      successUrl: lastLink?.successUrl ?? returnUrl,
      cancelUrl: lastLink?.cancelUrl ?? returnUrl,
    });
    return url;
  }

  /** Asks the providers what became of the open collections: the payer comes back and wants to know. */
  async refresh(token: string): Promise<void> {
    const subject = this.subjectOf(token);
    const { open } = await this.standings.of(subject);
    for (const { organizationId, id } of open) {
      try {
        await this.queue.advance(organizationId, id);
      } catch (error) {
        // The schedule asks again; the page shows what is known.
        logger.warn({ organization_id: organizationId, collection_id: id, err: error }, 'Not refreshed');
      }
    }
  }

  /** Who made the last link chose its provider; the others follow as they were connected. */
  private async choiceOf(
    { organizationId }: PaySubject,
    { amountDueCents, currency, lastLink }: PayStanding,
  ): Promise<LinkProvider[]> {
    const providers = await this.providers.ofLinks(organizationId, amountDueCents, currency);
    const isLast = (it: LinkProvider): boolean => it.name === lastLink?.provider;
    return [...providers.filter(isLast), ...providers.filter((it) => !isLast(it))];
  }

  private subjectOf(token: string): PaySubject {
    const subject = this.payLinks.read(token);
    if (subject === null) throw new NotFoundError('page');
    return subject;
  }
}

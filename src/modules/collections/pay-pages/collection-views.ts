import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { baseUrlOf } from '../../../platform/http/base-url';
import { toCollectionResponse, type CheckoutResponseDto, type CollectionDto } from '../collection.dto';
import type { CollectionEntity } from '../collection.entity';
import { targetOf } from '../lifecycle/collection-target';
import type { CheckoutLink } from '../links/checkout-links';
import type { TargetKey } from '../../payments';
import { PayLinks } from './pay-links';

/** Responses about collections: the pages to pay in them are at the address by which the caller reached the service. */
@Injectable()
export class CollectionViews {
  constructor(
    private readonly payLinks: PayLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the map of collections to what a response shows. */
  of(request: Request): (collection: CollectionEntity) => CollectionDto {
    const baseUrl = baseUrlOf(request, this.config);
    return (it) => toCollectionResponse(it, this.payLinks.urlOf(it.organizationId, targetOf(it), baseUrl));
  }

  checkout(
    request: Request,
    organizationId: string,
    key: TargetKey,
    { collectionId, expiresAt }: CheckoutLink,
  ): CheckoutResponseDto {
    const url = this.payLinks.urlOf(organizationId, key, baseUrlOf(request, this.config));
    return { collection_id: collectionId, url, expires_at: expiresAt?.toISOString() ?? null };
  }
}

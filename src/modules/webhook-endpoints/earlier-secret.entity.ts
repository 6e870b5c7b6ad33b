import { Entity, PrimaryColumn } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';
import { Sealed } from '../../platform/secrets/sealed-column';
import { SECRET_PURPOSE } from './webhook-endpoint.entity';

/** A signing secret from before the previous one: rotations within an overlap leave it until its announced end. */
@Entity('webhook_endpoint_earlier_secrets')
export class EarlierSecretEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) webhookEndpointId!: string;
  @Id() id!: string;
  @Sealed(SECRET_PURPOSE, 'webhookEndpointId') sealedSecret!: string;
  @Timestamp() expiresAt!: Date;
}

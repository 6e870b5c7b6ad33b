import { Module } from '@nestjs/common';
import { WEBHOOK_SIGNERS } from '../../../src/modules/webhooks/signers';
import { extend } from '../../../src/platform/extensions';
import { Sha512Signer } from './sha512.signer';

@Module({ providers: [Sha512Signer, extend(WEBHOOK_SIGNERS, Sha512Signer)] })
export class Sha512SignaturesModule {}

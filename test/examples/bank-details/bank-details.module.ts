import { Module } from '@nestjs/common';
import { DOCUMENT_TEMPLATES } from '../../../src/modules/documents';
import { extend } from '../../../src/platform/extensions';
import { BankDetailsTemplate } from './bank-details.template';

@Module({ providers: [BankDetailsTemplate, extend(DOCUMENT_TEMPLATES, BankDetailsTemplate)] })
export class BankDetailsModule {}

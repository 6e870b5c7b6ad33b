import { Module } from '@nestjs/common';
import { CUSTOMER_FIELDS } from '../../../src/modules/customers';
import { addFields } from '../../../src/platform/extensions';
import { ACCOUNT_MANAGER, AccountManagers } from './account-managers.fields';

@Module({ providers: [AccountManagers, addFields(CUSTOMER_FIELDS, AccountManagers, ACCOUNT_MANAGER)] })
export class AccountManagersModule {}

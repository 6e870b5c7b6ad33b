import { documentTemplateSuite } from '../../conformance/document-template.suite';
import { BankDetailsModule } from './bank-details.module';
import { BankDetailsTemplate } from './bank-details.template';

documentTemplateSuite('bank details', {
  module: BankDetailsModule,
  template: BankDetailsTemplate,
  shows: 'Acme Bank, IBAN DE02 1203 0000 0000 2020 51',
});

import { invoiceNumberingSuite } from '../../conformance/invoice-numbering.suite';
import { PlainNumbersModule } from './plain-numbers.module';

invoiceNumberingSuite('plain numbers', { module: PlainNumbersModule, first: 'RE/1', second: 'RE/2' });

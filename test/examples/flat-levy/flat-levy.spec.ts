import { taxCalculatorSuite } from '../../conformance/tax-calculator.suite';
import { FlatLevy } from './flat-levy.calculator';
import { FlatLevyModule } from './flat-levy.module';

taxCalculatorSuite('a flat levy', { module: FlatLevyModule, calculator: FlatLevy });

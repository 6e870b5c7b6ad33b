/** The billing calendar, as pure functions without clock or database. */
export { yearlyAmount } from './amounts';
export { advanceFeeDueAt, feeDays, localDays, paysFullFirstPeriod, unusedDays } from './fee-days';
export type { FeeDays, FeeTerms, UnusedDays } from './fee-days';
export { nextPeriod, periodContaining, periodOfDay, previousPeriod } from './period';
export type { Period, PeriodRule } from './period';
export { billedPeriod, currentPeriod } from './subscription-period';
export type { BilledPeriod, PlanTerm, RunningPeriod } from './subscription-period';

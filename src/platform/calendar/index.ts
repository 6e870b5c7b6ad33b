/** Pure functions for local days in any time zone, and for the dates of documents. */
export { dueDate, issuingDate, plusLocalDays, trialEnd } from './dates';
export {
  addMonths,
  countLocalDays,
  formatDate,
  localDayOf,
  monthOf,
  parseDate,
  startOfLocalDay,
  type LocalDay,
} from './local-day';

/** Local days of any time zone and the dates of documents: pure functions; no clock, no database. */
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

/** Joins the names of classes that apply. */
export const cx = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((it): it is string => typeof it === 'string' && it !== '').join(' ');

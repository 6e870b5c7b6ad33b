/** The sources of packages import each other as the ES modules they become: `./client.js` is client.ts. */
module.exports = (path, options) => {
  const isOfPackage = path.startsWith('.') && /\/packages\/[^/]+\/src(\/|$)/.test(options.basedir);
  return options.defaultResolver(isOfPackage ? path.replace(/\.js$/, '.ts') : path, options);
};

const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { compileFunction } = vm;

/**
 * Jest compiles every module again for each test file, with `vm.compileFunction`: about 2,000 modules for a file that
 * starts the service. V8 keeps the compiled code of a script by its source, but not that of such a function. So this
 * compiles the same function as a script, and only the first file of a worker pays for it.
 */
vm.compileFunction = (source, parameters = [], options = {}) => {
  const { parsingContext, importModuleDynamically, filename } = options;
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new vm.Script(`${head}${source}\n})`, {
    filename,
    importModuleDynamically,
    columnOffset: -head.length, // positions in stack traces are those of the source
  });
  return script.runInContext(parsingContext);
};

module.exports = TestEnvironment;

/**
 * Name look-ups and file access share libuv's thread pool. Its default of four threads lets four receivers
 * with a hanging name server hold up the look-ups of all others. Must be imported before anything uses it.
 */
process.env.UV_THREADPOOL_SIZE ??= '32';

package io.lull.platform.linux.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** Functions of the C library that report file events, and wait for them. */
interface KernelCalls extends Library {
  KernelCalls C = Native.load("c", KernelCalls.class);

  int CLOSE_ON_EXEC = 0x80000;
  int NON_BLOCKING = 0x800;
  int READ_ONLY = 0;

  short POLL_IN = 1;

  int ENOENT = 2;
  int EINTR = 4;
  int EAGAIN = 11;
  int EACCES = 13;
  int EMFILE = 24;
  int ENOSPC = 28;

  int inotify_init1(int flags) throws LastErrorException;

  int inotify_add_watch(int descriptor, String path, int mask) throws LastErrorException;

  int inotify_rm_watch(int descriptor, int watch) throws LastErrorException;

  int eventfd(int initial, int flags) throws LastErrorException;

  int poll(Pointer descriptors, long count, int timeoutMillis) throws LastErrorException;

  int open(String path, int flags) throws LastErrorException;

  long read(int descriptor, byte[] into, long count) throws LastErrorException;

  long write(int descriptor, byte[] from, long count) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;

  int ioctl(int descriptor, long request, Pointer argument) throws LastErrorException;
}

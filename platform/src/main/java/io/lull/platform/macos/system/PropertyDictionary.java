package io.lull.platform.macos.system;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.platform.mac.CoreFoundation;
import com.sun.jna.platform.mac.CoreFoundation.CFArrayRef;
import com.sun.jna.platform.mac.CoreFoundation.CFBooleanRef;
import com.sun.jna.platform.mac.CoreFoundation.CFDictionaryRef;
import com.sun.jna.platform.mac.CoreFoundation.CFNumberRef;
import com.sun.jna.platform.mac.CoreFoundation.CFStringRef;
import com.sun.jna.platform.mac.CoreFoundation.CFTypeID;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A dictionary of Core Foundation.
 *
 * @param owned whether closing it releases it
 */
public record PropertyDictionary(CFDictionaryRef dictionary, boolean owned)
    implements AutoCloseable {
  private static final CoreFoundation CORE = CoreFoundation.INSTANCE;

  /** Functions of Core Foundation that jna-platform lacks. */
  private interface Dictionaries extends com.sun.jna.Library {
    Dictionaries CALLS = Native.load("CoreFoundation", Dictionaries.class);

    void CFDictionaryGetKeysAndValues(
        CFDictionaryRef dictionary, @Nullable Pointer keys, Pointer values);
  }

  /** The result of a function with Copy or Create in its name. */
  public static Optional<PropertyDictionary> owned(@Nullable Pointer answer) {
    return answer == null
        ? Optional.empty()
        : Optional.of(new PropertyDictionary(new CFDictionaryRef(answer), true));
  }

  public Optional<String> text(String key) {
    return value(key, CoreFoundation.STRING_TYPE_ID)
        .map(value -> new CFStringRef(value).stringValue());
  }

  public OptionalLong number(String key) {
    return value(key, CoreFoundation.NUMBER_TYPE_ID)
        .map(value -> OptionalLong.of(new CFNumberRef(value).longValue()))
        .orElse(OptionalLong.empty());
  }

  /** True also for a number that is not zero: some keys have been both. */
  public boolean flag(String key) {
    return value(key, CoreFoundation.BOOLEAN_TYPE_ID)
        .map(value -> new CFBooleanRef(value).booleanValue())
        .orElseGet(() -> number(key).orElse(0) != 0);
  }

  /** Every value that is an array, as the dictionaries in it. */
  public List<PropertyDictionary> dictionariesOfArrays() {
    final int count = (int) dictionary.getCount();
    if (count <= 0) {
      return List.of();
    }
    final List<PropertyDictionary> all = new ArrayList<>();
    try (Memory values = new Memory((long) count * Native.POINTER_SIZE)) {
      Dictionaries.CALLS.CFDictionaryGetKeysAndValues(dictionary, null, values);
      for (int i = 0; i < count; i++) {
        final Pointer value = values.getPointer((long) i * Native.POINTER_SIZE);
        if (value != null && is(value, CoreFoundation.ARRAY_TYPE_ID)) {
          all.addAll(dictionaries(new CFArrayRef(value)));
        }
      }
    }
    return all;
  }

  static List<PropertyDictionary> dictionaries(CFArrayRef array) {
    final List<PropertyDictionary> all = new ArrayList<>();
    for (int i = 0; i < array.getCount(); i++) {
      final Pointer value = array.getValueAtIndex(i);
      if (value != null && is(value, CoreFoundation.DICTIONARY_TYPE_ID)) {
        all.add(new PropertyDictionary(new CFDictionaryRef(value), false));
      }
    }
    return all;
  }

  private Optional<Pointer> value(String key, CFTypeID type) {
    final CFStringRef name = CFStringRef.createCFString(key);
    try {
      return Optional.ofNullable(dictionary.getValue(name)).filter(value -> is(value, type));
    } finally {
      name.release();
    }
  }

  private static boolean is(Pointer value, CFTypeID type) {
    return CORE.CFGetTypeID(value).equals(type);
  }

  @Override
  public void close() {
    if (owned) {
      dictionary.release();
    }
  }
}

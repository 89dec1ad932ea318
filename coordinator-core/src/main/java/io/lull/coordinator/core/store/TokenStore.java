package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.TokenRecord;
import java.util.Collection;
import java.util.Optional;

/** Enrolment tokens by the hash of their secret; the secret itself is kept nowhere. */
public final class TokenStore {
  private final RecordMap map;

  public TokenStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.TOKEN);
  }

  public Optional<TokenRecord> get(String secretSha256) {
    return map.get(secretSha256).map(TokenStore::read);
  }

  public void put(String secretSha256, TokenRecord token) {
    map.put(secretSha256, token.toByteArray());
  }

  /** False when somebody else was quicker. */
  public boolean use(String secretSha256, TokenRecord present, long nowMillis) {
    return map.replace(
        secretSha256,
        present.toByteArray(),
        present.toBuilder().setUsedAt(nowMillis).build().toByteArray());
  }

  public void remove(String secretSha256) {
    map.remove(secretSha256);
  }

  public Collection<String> expiredBefore(long millis) {
    return map.all().entrySet().stream()
        .filter(entry -> read(entry.getValue()).getExpires() < millis)
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  /** Those that somebody made and that nobody has used. */
  public Collection<String> openBy(String creator) {
    return map.all().entrySet().stream()
        .filter(entry -> {
          final TokenRecord token = read(entry.getValue());
          return token.getUsedAt() == 0 && token.getCreatedBy().equals(creator);
        })
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  public boolean anyOpen(String role, long nowMillis) {
    return map.all().values().stream()
        .map(TokenStore::read)
        .anyMatch(token ->
            token.getRole().equals(role)
                && token.getUsedAt() == 0
                && token.getExpires() > nowMillis);
  }

  private static TokenRecord read(byte[] bytes) {
    try {
      return TokenRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a token cannot be read", e);
    }
  }
}

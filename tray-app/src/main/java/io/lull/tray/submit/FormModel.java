package io.lull.tray.submit;

import io.lull.client.submit.Application;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.SubmitOption;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;

/** The content of the form for a new job, and where on the form a complaint belongs. */
public final class FormModel {
  /** Options that most jobs leave at their defaults. */
  private static final List<SubmitOption> MORE =
      List.of(
          SubmitOption.MEMORY,
          SubmitOption.REQUIRE,
          SubmitOption.CHECKPOINT,
          SubmitOption.CODE,
          SubmitOption.MOLDABLE,
          SubmitOption.NETWORK,
          SubmitOption.CHECKED,
          SubmitOption.NO_ADAPT,
          SubmitOption.AFTER,
          SubmitOption.TIME_LIMIT,
          SubmitOption.NOTIFY,
          SubmitOption.NOTIFY_ON);

  /** The placeholder for a task's line or number; a message format cannot contain it. */
  private static final String PLACEHOLDER = "{}";

  private static final String LEAST = "1";
  private static final String GREATEST = "64";

  private final Texts texts;
  private final Phrases phrases;
  private final Runnable changed;
  private final List<Application> applications = Application.bundled();
  private final ObjectProperty<Kind> kind = new SimpleObjectProperty<>(Kind.APP);
  private final ReadOnlyObjectWrapper<Application> application =
      new ReadOnlyObjectWrapper<>(applications.getFirst());
  private final Map<SubmitOption, FieldModel> fields = new EnumMap<>(SubmitOption.class);
  private final Map<String, List<FieldModel>> parametersOf = new LinkedHashMap<>();
  private final FieldModel least;
  private final FieldModel greatest;
  private final FieldModel ownParameters;
  private final ObservableList<FieldModel> parameters = FXCollections.observableArrayList();
  private final ObservableList<InputFile> inputs = FXCollections.observableArrayList();
  private final BooleanProperty more = new SimpleBooleanProperty();
  private final ReadOnlyStringWrapper workersProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper inputsProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private boolean filling;

  /**
   * @param changed called after each change
   */
  FormModel(Texts texts, Phrases phrases, Runnable changed) {
    this.texts = texts;
    this.phrases = phrases;
    this.changed = changed;
    this.least = field("least", LEAST);
    this.greatest = field("greatest", GREATEST);
    this.ownParameters = field("param", "size=1001");
    for (final SubmitOption word : SubmitOption.values()) {
      if (texts.knows("field." + word.key())) {
        fields.put(word, field(word.key(), prompt(word)));
      }
    }
    for (final Application each : applications) {
      parametersOf.put(
          each.name(), each.parameters().stream().map(p -> parameter(each, p)).toList());
    }
    parameters.setAll(parametersOf.getOrDefault(application.get().name(), List.of()));
    kind.subscribe((_, _) -> tell());
    inputs.addListener((ListChangeListener<InputFile>) _ -> tell());
  }

  /** The fields of one kind only. */
  private static List<SubmitOption> words(Kind kind) {
    return switch (kind) {
      case APP -> List.of();
      case PROGRAM -> List.of(SubmitOption.JAR, SubmitOption.MAIN);
      case COMMAND ->
          List.of(
              SubmitOption.COMMAND,
              SubmitOption.TASKS,
              SubmitOption.EACH,
              SubmitOption.IMAGE,
              SubmitOption.TASK_TIME,
              SubmitOption.RETRIES,
              SubmitOption.REPLICATE);
    };
  }

  private String prompt(SubmitOption word) {
    final String key = "prompt." + word.key();
    return texts.knows(key) ? texts.say(key, PLACEHOLDER) : "";
  }

  private FieldModel field(String key, String prompt) {
    final String about = "about." + key;
    return watched(
        new FieldModel(
            key,
            texts.say("field." + key),
            texts.knows(about) ? texts.say(about, PLACEHOLDER) : "",
            prompt));
  }

  private FieldModel parameter(Application of, Application.Parameter parameter) {
    final String key = "param." + of.name() + "." + parameter.name();
    return watched(
        new FieldModel(
            parameter.name(),
            parameter.name(),
            texts.knows(key) ? texts.say(key) : parameter.meaning(),
            parameter.otherwise()));
  }

  private FieldModel watched(FieldModel field) {
    field.valueProperty().subscribe((_, _) -> tell());
    return field;
  }

  private void tell() {
    if (!filling) {
      changed.run();
    }
  }

  /** The required values that are missing, in words; empty: none. */
  String needed() {
    final List<SubmitOption> words =
        switch (kind.get()) {
          case APP -> List.of();
          case PROGRAM -> List.of(SubmitOption.JAR, SubmitOption.MAIN);
          case COMMAND -> List.of(SubmitOption.COMMAND);
        };
    return words.stream()
        .filter(word -> field(word).text().isEmpty())
        .findFirst()
        .map(word -> texts.say("needed." + word.key()))
        .orElse("");
  }

  /** As typed; empty if the parameters of an own program cannot be parsed. */
  Optional<JobDraft> draft() {
    final Map<SubmitOption, String> words = new EnumMap<>(SubmitOption.class);
    if (kind.get() == Kind.APP) {
      words.put(SubmitOption.APP, application.get().name());
    }
    Stream.of(
            words(kind.get()).stream(),
            Stream.of(SubmitOption.NAME, SubmitOption.PRIORITY),
            MORE.stream())
        .flatMap(each -> each)
        .filter(word -> !field(word).text().isEmpty())
        .forEach(word -> words.put(word, field(word).text()));
    if (!least.text().isEmpty() || !greatest.text().isEmpty()) {
      words.put(
          SubmitOption.WORKERS,
          (least.text().isEmpty() ? LEAST : least.text())
              + ":"
              + (greatest.text().isEmpty() ? GREATEST : greatest.text()));
    }
    final Map<String, String> given = new LinkedHashMap<>();
    ownParameters.complain("");
    if (kind.get() == Kind.APP) {
      parameters.stream()
          .filter(each -> !each.text().isEmpty())
          .forEach(each -> given.put(each.key(), each.text()));
    } else if (kind.get() == Kind.PROGRAM) {
      for (final String line : ownParameters.text().lines().toList()) {
        final int equals = line.indexOf('=');
        if (equals < 1) {
          ownParameters.complain(texts.say("param.wrong", line));
          return Optional.empty();
        }
        given.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      }
    }
    return Optional.of(new JobDraft(words, given, inputs.stream().map(InputFile::path).toList()));
  }

  /** Fills the form from a draft. */
  void fill(JobDraft from) {
    filling = true;
    final Map<SubmitOption, String> words = from.words();
    kind.set(
        words.containsKey(SubmitOption.APP)
            ? Kind.APP
            : words.containsKey(SubmitOption.COMMAND) ? Kind.COMMAND : Kind.PROGRAM);
    choose(words.getOrDefault(SubmitOption.APP, ""));
    fields.forEach((word, field) -> field.type(words.getOrDefault(word, "")));
    final String workers = words.getOrDefault(SubmitOption.WORKERS, "");
    final int colon = workers.indexOf(':');
    least.type(colon < 0 ? workers : workers.substring(0, colon));
    greatest.type(workers.substring(colon + 1));
    parameters.forEach(each -> each.type(from.parameters().getOrDefault(each.key(), "")));
    final List<String> lines = new ArrayList<>();
    from.parameters().forEach((name, value) -> lines.add(name + "=" + value));
    ownParameters.type(String.join("\n", lines));
    inputs.setAll(from.inputs().stream().map(this::input).toList());
    more.set(MORE.stream().anyMatch(words::containsKey));
    filling = false;
    tell();
  }

  /** Adds files that were dropped or chosen: inputs, or the program. */
  void add(Path file) {
    final Path whole = file.toAbsolutePath();
    if (kind.get() == Kind.PROGRAM && String.valueOf(file.getFileName()).endsWith(".jar")) {
      field(SubmitOption.JAR).type(whole.toString());
    } else if (inputs.stream().noneMatch(input -> input.path().equals(whole))) {
      inputs.add(input(whole));
    }
  }

  private InputFile input(Path path) {
    String size;
    try {
      size = phrases.size(Files.size(path));
    } catch (IOException e) {
      // The checks report the error.
      size = "";
    }
    return new InputFile(path, String.valueOf(path.getFileName()), size);
  }

  public void remove(InputFile input) {
    inputs.remove(input);
  }

  void clear() {
    problem.set("");
    workersProblem.set("");
    inputsProblem.set("");
    fields.values().forEach(field -> field.complain(""));
    parameters.forEach(field -> field.complain(""));
  }

  /** Shows a complaint of the command's checks beside the field that it concerns, if known. */
  void complain(Complaint complaint) {
    final String line = complaint.line();
    final Optional<SubmitOption> word =
        Stream.of(SubmitOption.values())
            .filter(each -> line.startsWith(each.option() + ": "))
            .filter(each -> each == SubmitOption.WORKERS || shown(each))
            .findFirst();
    final Optional<FieldModel> parameter =
        kind.get() == Kind.APP
            ? parameters.stream().filter(each -> line.startsWith(each.key() + "=")).findFirst()
            : Optional.empty();
    if (word.isPresent()) {
      final String rest = line.substring(word.get().option().length() + 2);
      if (word.get() == SubmitOption.WORKERS) {
        workersProblem.set(rest);
      } else {
        field(word.get()).complain(rest);
        more.set(more.get() || MORE.contains(word.get()));
      }
    } else if (parameter.isPresent()) {
      parameter.get().complain(complaint.beside(texts));
    } else if (line.startsWith("--input: ")
        || inputs.stream().anyMatch(input -> line.startsWith(input.name()))) {
      inputsProblem.set(line.replaceFirst("^--input: ", ""));
    } else {
      problem.set(line);
    }
  }

  private boolean shown(SubmitOption word) {
    return word == SubmitOption.NAME
        || word == SubmitOption.PRIORITY
        || MORE.contains(word)
        || words(kind.get()).contains(word);
  }

  private FieldModel field(SubmitOption word) {
    final FieldModel field = fields.get(word);
    if (field == null) {
      throw new IllegalArgumentException("the form does not ask for " + word.key());
    }
    return field;
  }

  /** By its key on the command line. */
  public FieldModel field(String key) {
    return fields.values().stream()
        .filter(field -> field.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the form does not ask for " + key));
  }

  /** The fields of this kind only. */
  public List<FieldModel> fields(Kind of) {
    return words(of).stream().map(this::field).toList();
  }

  /** The options that most jobs leave at their defaults. */
  public List<FieldModel> moreFields() {
    return MORE.stream().map(this::field).toList();
  }

  public ObjectProperty<Kind> kindProperty() {
    return kind;
  }

  /** The names of the bundled applications. */
  public List<String> applications() {
    return applications.stream().map(Application::name).toList();
  }

  /** Selects a bundled application; ignores an unknown one. */
  public void choose(String name) {
    applications.stream()
        .filter(each -> each.name().equals(name) && !each.equals(application.get()))
        .findFirst()
        .ifPresent(each -> {
          application.set(each);
          parameters.setAll(parametersOf.getOrDefault(name, List.of()));
          tell();
        });
  }

  public ObservableValue<String> applicationName() {
    return application.map(Application::name);
  }

  ReadOnlyObjectProperty<Application> applicationProperty() {
    return application.getReadOnlyProperty();
  }

  /** Of the selected application. */
  public ObservableList<FieldModel> parameters() {
    return parameters;
  }

  /** Of an own program, one per line. */
  public FieldModel ownParameters() {
    return ownParameters;
  }

  public FieldModel least() {
    return least;
  }

  public FieldModel greatest() {
    return greatest;
  }

  public ObservableList<InputFile> inputs() {
    return inputs;
  }

  /** Whether the further options are visible. */
  public BooleanProperty moreProperty() {
    return more;
  }

  public ReadOnlyStringProperty workersProblemProperty() {
    return workersProblem.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty inputsProblemProperty() {
    return inputsProblem.getReadOnlyProperty();
  }

  /** The error that belongs to no field; empty: none. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}

package io.lull.simulator.report;

import java.util.List;

/** A page of HTML that needs nothing beside itself: no scripts, no fonts, no files. */
final class ReportPage {
  /**
   * The colours and type of the window's and the web page's charts, in light and in dark; series of
   * numbers have colours that those tell apart who do not see all (Okabe and Ito).
   */
  static final String STYLE =
      """
      :root{color-scheme:light dark;--fg:#24292f;--fg-muted:#57606a;--fg-subtle:#6e7781;--bg:#ffffff;--border:#d0d7de;
      --border-muted:#d8dee4;--track:#eaeef2;--accent:#0969da;--idle:#4ac26b;--owner:#d0d7de;
      --s0:#d55e00;--s1:#0969da;--s2:#00795a;--s3:#b0548b}
      @media(prefers-color-scheme:dark){:root{--fg:#c9d1d9;--fg-muted:#8b949e;--fg-subtle:#6e7681;--bg:#0d1117;
      --border:#30363d;--border-muted:#21262d;--track:#21262d;--accent:#1f6feb;--idle:#3fb950;--owner:#30363d;
      --s0:#ff9a4d;--s1:#58a6ff;--s2:#3fcf9f;--s3:#e79bc4}}
      body{font:14px/1.45 "Inter","Adwaita Sans","Cantarell","Ubuntu Sans","Ubuntu","Noto Sans",system-ui,sans-serif;
      font-variant-numeric:tabular-nums;color:var(--fg);background:var(--bg);max-width:56rem;margin:0 auto;padding:26px 28px 40px}
      h1{font-size:22px;line-height:1.25;letter-spacing:-.01em}h2{font-size:15px;margin-top:2.2rem}
      p{max-width:44rem}p.quiet,caption{color:var(--fg-muted)}
      figure{margin:0 0 12px;border:1px solid var(--border);border-radius:8px;padding:14px 16px}
      table{display:block;overflow-x:auto;border-collapse:collapse;font-size:13px}
      th,td{padding:.2rem .9rem .2rem 0;text-align:right}th:first-child,td:first-child{text-align:left}
      th{color:var(--fg-muted);font-weight:normal}thead th{border-bottom:1px solid var(--border)}
      tbody tr+tr td{border-top:1px solid var(--border-muted)}
      details{margin:.5rem 0}summary{cursor:pointer;color:var(--fg-muted);font-size:12px;width:max-content}
      svg{display:block;width:100%;height:auto;font:11px "Inter","Adwaita Sans","Cantarell","Ubuntu Sans","Ubuntu","Noto Sans",system-ui,sans-serif}
      svg text{fill:var(--fg)}svg .tick,svg .name,svg .key{fill:var(--fg-muted)}
      svg .grid{stroke:var(--border-muted)}svg .axis{stroke:var(--border)}svg .band{fill:var(--track)}
      svg .one{stroke:var(--fg-subtle);stroke-dasharray:2 3}svg .error{stroke:var(--fg)}
      svg .line{fill:none;stroke-width:2}
      svg .s0{stroke:var(--s0)}svg .s1{stroke:var(--s1);stroke-dasharray:7 3}svg .s2{stroke:var(--s2);stroke-dasharray:2 3}
      svg .s3{stroke:var(--s3);stroke-dasharray:9 3 2 3}
      svg .margin{stroke-dasharray:none;opacity:.6}
      svg .bar,svg .dot{stroke:none}svg .bar.s0,svg .dot.s0{fill:var(--s0)}svg .bar.s1,svg .dot.s1{fill:var(--s1)}
      svg .bar.s2,svg .dot.s2{fill:var(--s2)}svg .bar.s3,svg .dot.s3{fill:var(--s3)}
      svg .running{fill:var(--accent)}svg .lost{fill:var(--s0)}svg .available{fill:var(--idle)}svg .owner{fill:var(--owner)}
      svg .on-running{fill:#fff}svg .on-lost,svg .on-available{fill:#0d1117}
      svg .offline{fill:none;stroke:var(--fg-subtle);stroke-dasharray:2 2}
      svg .j0{fill:#cc79a7}svg .j1{fill:#d55e00}svg .j2{fill:#0072b2}svg .j3{fill:#e69f00}svg .j4{fill:#009e73}
      svg .j5{fill:#56b4e9}svg .j6{fill:#b3a100}
      """;

  private final StringBuilder html = new StringBuilder();

  /** A picture that needs no page: it brings its style. */
  static String standalone(String svg) {
    return svg.replace("<title>", "<style>" + STYLE.replace("svg ", "") + "</style>\n<title>");
  }

  ReportPage(String title) {
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>")
        .append(Svg.escaped(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>")
        .append(Svg.escaped(title))
        .append("</h1>\n");
  }

  ReportPage heading(String words) {
    html.append("<h2>").append(Svg.escaped(words)).append("</h2>\n");
    return this;
  }

  ReportPage paragraph(String words) {
    html.append("<p>").append(Svg.escaped(words)).append("</p>\n");
    return this;
  }

  ReportPage picture(String svg) {
    html.append("<figure>\n").append(svg).append("</figure>\n");
    return this;
  }

  ReportPage table(ReportTable table) {
    html.append("<table>\n<thead><tr>");
    table.columns().forEach(name -> cell("th", name));
    html.append("</tr></thead>\n<tbody>\n");
    for (final List<String> row : table.rows()) {
      html.append("<tr>");
      row.forEach(value -> cell("td", value));
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n");
    return this;
  }

  /** A table that is shown on request. */
  ReportPage numbers(ReportTable table) {
    html.append("<details><summary>The numbers</summary>\n");
    table(table);
    html.append("</details>\n");
    return this;
  }

  private void cell(String tag, String value) {
    html.append('<')
        .append(tag)
        .append('>')
        .append(Svg.escaped(value))
        .append("</")
        .append(tag)
        .append('>');
  }

  @Override
  public String toString() {
    return html + "</body>\n</html>\n";
  }
}

#Requires -Version 7
# Builds the .msi packages out of cli/target/dist, on Windows. See README.md beside this file. Never run yet.
param(
  [Parameter(Mandatory)] [string] $Dist,            # the distribution folder, built on any system with this system's JavaFX
  [Parameter(Mandatory)] [string] $JavaHome,        # a JDK 25
  [Parameter(Mandatory)] [string] $CommonsDaemon,   # commons-daemon-VERSION-bin-windows.zip
  [Parameter(Mandatory)] [string] $CommonsDaemonSha512,
  [Parameter(Mandatory)] [ValidatePattern('^\d+\.\d+\.\d+$')] [string] $Version,
  [string] $Out = 'packages'
)
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $true
$here = $PSScriptRoot
$work = Join-Path $here '..\target\windows'
Remove-Item -Recurse -Force $work -ErrorAction Ignore
New-Item -ItemType Directory -Force $work, $Out | Out-Null

$found = (Get-FileHash -Algorithm SHA512 $CommonsDaemon).Hash
if ($found -ne $CommonsDaemonSha512) { throw "$CommonsDaemon is not what Apache published: $found" }
Expand-Archive $CommonsDaemon (Join-Path $work 'daemon')

function Split-ClassPath([string] $name) { (Get-Content (Join-Path $Dist $name)).Trim() -split ':' }
function Read-Flags([string] $program) { Get-Content (Join-Path $Dist "jvm/$program.jvm") | Where-Object { $_ -ne '' } }

# One jar that names the others: a Windows command line, and the registry, have room for so much only.
function New-PathingJar([string] $jar, [string[]] $entries) {
  $manifest = Join-Path $work 'manifest.txt'
  $line = 'Class-Path: ' + (($entries | ForEach-Object { Split-Path -Leaf $_ }) -join ' ')
  # A line of a manifest has at most 72 bytes; what follows begins with a space.
  $lines = @($line.Substring(0, [Math]::Min(70, $line.Length)))
  for ($i = 70; $i -lt $line.Length; $i += 69) { $lines += ' ' + $line.Substring($i, [Math]::Min(69, $line.Length - $i)) }
  Set-Content $manifest ($lines -join "`n") -Encoding ascii
  & "$JavaHome\bin\jar.exe" --create --file $jar --manifest $manifest
}

function New-Image([string] $name, [string[]] $paths, [string] $modules, [hashtable] $launcher) {
  $jars = $paths | ForEach-Object { Split-ClassPath $_ } | Sort-Object -Unique
  $stage = Join-Path $work "$name-input"
  New-Item -ItemType Directory -Force $stage | Out-Null
  # The toolkit's modules lie apart: a module path takes every jar in its folder.
  $toolkit = if ($paths -contains 'tray.modulepath') { Split-ClassPath 'tray.modulepath' } else { @() }
  New-Item -ItemType Directory -Force (Join-Path $stage 'toolkit') | Out-Null
  foreach ($jar in $jars) {
    Copy-Item (Join-Path $Dist $jar) ($toolkit -contains $jar ? (Join-Path $stage 'toolkit') : $stage)
  }
  foreach ($path in $paths) {
    if ($path -like '*.classpath') { New-PathingJar (Join-Path $stage ($path -replace '\.classpath$', '.jar')) (Split-ClassPath $path) }
  }
  $runtime = Join-Path $work "$name-runtime"
  & "$JavaHome\bin\jlink.exe" --add-modules $modules --include-locales=en,de,fr --compress=zip-6 --no-header-files `
    --no-man-pages --strip-java-debug-attributes --generate-cds-archive --output $runtime
  $arguments = @('--type', 'app-image', '--name', $launcher.Name, '--input', $stage, '--runtime-image', $runtime,
    '--main-jar', $launcher.Jar, '--main-class', $launcher.Class, '--app-version', $Version, '--vendor', 'Lull contributors',
    '--dest', $work, '--icon', (Join-Path $here 'lull.ico'))
  if ($launcher.Console) { $arguments += '--win-console' }
  foreach ($flag in (Read-Flags $launcher.Program)) { $arguments += @('--java-options', $flag) }
  foreach ($flag in $launcher.Flags) { $arguments += @('--java-options', $flag) }
  & "$JavaHome\bin\jpackage.exe" @arguments
  Join-Path $work $launcher.Name
}

$common = 'java.base,java.logging,java.management,java.naming,java.sql,java.xml,java.desktop,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs,jdk.localedata'

$tray = New-Image 'lull-agent' @('agent.classpath', 'tray.classpath', 'worker.classpath', 'tray.modulepath') `
  "$common,java.se,jdk.incubator.vector,jdk.jfr,jdk.unsupported.desktop" `
  @{ Name = 'lull-tray'; Jar = 'tray.jar'; Class = 'io.lull.cli.app.Tray'; Program = 'tray'; Console = $false
     Flags = @('--module-path', '$APPDIR\toolkit', '--add-modules', 'javafx.controls', '-Djava.awt.headless=false') }
& wix build (Join-Path $here 'lull-agent.wxs') -arch x64 -ext WixToolset.Util.wixext -d "Version=$Version" -d "Image=$tray" `
  -d "Daemon=$(Join-Path $work 'daemon\amd64')" -out (Join-Path $Out "lull-agent-$Version.msi")

$lull = New-Image 'lull' @('agent.classpath', 'worker.classpath') $common `
  @{ Name = 'lull'; Jar = 'agent.jar'; Class = 'io.lull.cli.app.Lull'; Program = 'client'; Console = $true; Flags = @() }
& wix build (Join-Path $here 'lull.wxs') -arch x64 -d "Version=$Version" -d "Image=$lull" -out (Join-Path $Out "lull-$Version.msi")

Get-ChildItem $Out -Filter *.msi | Sort-Object Name | ForEach-Object {
  "$((Get-FileHash -Algorithm SHA256 $_).Hash.ToLowerInvariant())  $($_.Name)"
} | Set-Content (Join-Path $Out 'SHA256SUMS') -Encoding ascii

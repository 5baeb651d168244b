# joust chart ratio-throughput: every report writes it anew; to change it, change a copy under another name.
# Throughput of each against evhttp
# Data: ratio-throughput.dat. To draw it again, in this folder: gnuplot ratio-throughput.gp
reset
set encoding utf8
set decimalsign '.'
set datafile separator whitespace
set datafile missing '?'
stem = 'ratio-throughput'
data = 'ratio-throughput.dat'
width = 1000
height = 866.4
stats data index 0 using 1 nooutput
records = STATS_records
X(pixels) = pixels / (1.0 * width)
Y(pixels) = 1 - pixels / (1.0 * height)

text1 = 'Throughput of each against evhttp'
text2 = 'Static files, keep-alive; client: joust-load'
text4 = 'slower'
text6 = 'maybe'
text13 = 'geometric mean over all cells'
text14 = 'nginx_1_24'
text15 = '0.881'
text16 = '[0.875, 0.886]'
text17 = 'slower'
text18 = '50% {x}'
text19 = '0.841'
text20 = '[0.826, 0.856]'
text21 = 'slower'
text22 = '52 B, c = 1'
text23 = 'nginx_1_24'
text24 = '0.961'
text25 = '[0.940, 0.982]'
text26 = 'maybe'
text27 = '50% {x}'
text28 = '0.924'
text29 = '[0.915, 0.933]'
text30 = 'slower'
text31 = '52 B, c = 10'
text32 = 'nginx_1_24'
text33 = '0.901'
text34 = '[0.878, 0.924]'
text35 = 'slower'
text36 = '50% {x}'
text37 = '0.820'
text38 = '[0.808, 0.831]'
text39 = 'slower'
text40 = '52 B, c = 100'
text41 = 'nginx_1_24'
text42 = '0.901'
text43 = '[0.895, 0.906]'
text44 = 'slower'
text45 = '50% {x}'
text46 = '0.820'
text47 = '[0.805, 0.834]'
text48 = 'slower'
text49 = '21353 B, c = 1'
text50 = 'nginx_1_24'
text51 = '0.908'
text52 = '[0.899, 0.917]'
text53 = 'slower'
text54 = '50% {x}'
text55 = '0.899'
text56 = '[0.880, 0.919]'
text57 = 'slower'
text58 = '21353 B, c = 10'
text59 = 'nginx_1_24'
text60 = '0.812'
text61 = '[0.801, 0.823]'
text62 = 'slower'
text63 = '50% {x}'
text64 = '0.796'
text65 = '[0.776, 0.817]'
text66 = 'slower'
text67 = '21353 B, c = 100'
text68 = 'nginx_1_24'
text69 = '0.812'
text70 = '[0.798, 0.827]'
text71 = 'slower'
text72 = '50% {x}'
text73 = '0.796'
text74 = '[0.791, 0.801]'
text75 = 'slower'
text76 = 'requests/s over the reference''s (right is better)'
text77 = '10 blocks a cell, windows of 250 ms after 100 ms of warm-up, closed loop; margin 3 %; bars: 99 % intervals.'
text78 = 'Paired blocks. Intervals unadjusted; words adjusted for 12 comparisons (Holm) and the margin of 3 %, the grey band.'
text79 = 'AMD EPYC 7B13 64-Core Processor, 2 CPUs, Linux 6.1.0-25-amd64, kvm, server on CPU 0, client on CPU 1. Run static-20261130T163904Z, joust 0.1.0.'

# Lines: verdicts, the geometric means stronger
set style line 1 lc rgb '#D55E00' lw 2.6 dt solid pt 5 ps 1.35
set style line 2 lc rgb '#D55E00' lw 1.6 dt solid pt 5 ps 1
set style line 3 lc rgb '#009E73' lw 1.6 dt solid pt 8 ps 1.2
set border 1 lc rgb '#8C8C8C' lw 1
set tics nomirror out scale 0.6 tc rgb '#222222'
unset ytics
set grid xtics lt 1 lc rgb '#E4E4E4' lw 0.8
set bars 0
unset key
# The margin, and no difference
set object 1 rectangle from 0.970873786, graph 0 to 1.03, graph 1 behind fc rgb '#EBEBEB' fs solid noborder

do for [format in 'svg png'] {
  if (format eq 'svg') {
    set terminal svg size width,height fixed noenhanced butt background rgb 'white' font 'Helvetica, Arial, sans-serif,13'
  } else {
    set terminal pngcairo size 2*width,2*height noenhanced butt background rgb 'white' font 'Sans,13' fontscale 1.5 linewidth 2 pointscale 2.2 dashlength 1.2
  }
  set output stem . '.' . format
  set label 1 text1 at screen X(28), screen Y(28) left font ',18' tc rgb '#222222'
  set label 2 text2 at screen X(28), screen Y(55) left font ',13' tc rgb '#5A5A5A'
  set label 3 '' at screen X(34), screen Y(87) point pt 5 ps 1 lw 1.5 lc rgb '#D55E00'
  set label 4 text4 at screen X(48), screen Y(87) left font ',13' tc rgb '#222222'
  set label 5 '' at screen X(132.048), screen Y(87) point pt 8 ps 1.2 lw 1.5 lc rgb '#009E73'
  set label 6 text6 at screen X(146.048), screen Y(87) left font ',13' tc rgb '#222222'
  set arrow 7 from screen X(28), screen Y(206.2) to screen X(972), screen Y(206.2) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set arrow 8 from screen X(28), screen Y(292.6) to screen X(972), screen Y(292.6) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set arrow 9 from screen X(28), screen Y(379) to screen X(972), screen Y(379) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set arrow 10 from screen X(28), screen Y(465.4) to screen X(972), screen Y(465.4) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set arrow 11 from screen X(28), screen Y(551.8) to screen X(972), screen Y(551.8) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set arrow 12 from screen X(28), screen Y(638.2) to screen X(972), screen Y(638.2) nohead lc rgb '#E4E4E4' lw 0.8 dt solid
  set label 13 text13 at screen X(28), screen Y(139) left font ',14' tc rgb '#222222'
  set label 14 text14 at screen X(42), screen Y(163) left font ',13' tc rgb '#222222'
  set label 15 text15 at screen X(738), screen Y(163) right font ',13' tc rgb '#222222'
  set label 16 text16 at screen X(750), screen Y(163) left font ',11' tc rgb '#5A5A5A'
  set label 17 text17 at screen X(864), screen Y(163) left font ',13' tc rgb '#222222'
  set label 18 text18 at screen X(42), screen Y(187) left font ',13' tc rgb '#222222'
  set label 19 text19 at screen X(738), screen Y(187) right font ',13' tc rgb '#222222'
  set label 20 text20 at screen X(750), screen Y(187) left font ',11' tc rgb '#5A5A5A'
  set label 21 text21 at screen X(864), screen Y(187) left font ',13' tc rgb '#222222'
  set label 22 text22 at screen X(28), screen Y(225.4) left font ',14' tc rgb '#222222'
  set label 23 text23 at screen X(42), screen Y(249.4) left font ',13' tc rgb '#222222'
  set label 24 text24 at screen X(738), screen Y(249.4) right font ',13' tc rgb '#222222'
  set label 25 text25 at screen X(750), screen Y(249.4) left font ',11' tc rgb '#5A5A5A'
  set label 26 text26 at screen X(864), screen Y(249.4) left font ',13' tc rgb '#222222'
  set label 27 text27 at screen X(42), screen Y(273.4) left font ',13' tc rgb '#222222'
  set label 28 text28 at screen X(738), screen Y(273.4) right font ',13' tc rgb '#222222'
  set label 29 text29 at screen X(750), screen Y(273.4) left font ',11' tc rgb '#5A5A5A'
  set label 30 text30 at screen X(864), screen Y(273.4) left font ',13' tc rgb '#222222'
  set label 31 text31 at screen X(28), screen Y(311.8) left font ',14' tc rgb '#222222'
  set label 32 text32 at screen X(42), screen Y(335.8) left font ',13' tc rgb '#222222'
  set label 33 text33 at screen X(738), screen Y(335.8) right font ',13' tc rgb '#222222'
  set label 34 text34 at screen X(750), screen Y(335.8) left font ',11' tc rgb '#5A5A5A'
  set label 35 text35 at screen X(864), screen Y(335.8) left font ',13' tc rgb '#222222'
  set label 36 text36 at screen X(42), screen Y(359.8) left font ',13' tc rgb '#222222'
  set label 37 text37 at screen X(738), screen Y(359.8) right font ',13' tc rgb '#222222'
  set label 38 text38 at screen X(750), screen Y(359.8) left font ',11' tc rgb '#5A5A5A'
  set label 39 text39 at screen X(864), screen Y(359.8) left font ',13' tc rgb '#222222'
  set label 40 text40 at screen X(28), screen Y(398.2) left font ',14' tc rgb '#222222'
  set label 41 text41 at screen X(42), screen Y(422.2) left font ',13' tc rgb '#222222'
  set label 42 text42 at screen X(738), screen Y(422.2) right font ',13' tc rgb '#222222'
  set label 43 text43 at screen X(750), screen Y(422.2) left font ',11' tc rgb '#5A5A5A'
  set label 44 text44 at screen X(864), screen Y(422.2) left font ',13' tc rgb '#222222'
  set label 45 text45 at screen X(42), screen Y(446.2) left font ',13' tc rgb '#222222'
  set label 46 text46 at screen X(738), screen Y(446.2) right font ',13' tc rgb '#222222'
  set label 47 text47 at screen X(750), screen Y(446.2) left font ',11' tc rgb '#5A5A5A'
  set label 48 text48 at screen X(864), screen Y(446.2) left font ',13' tc rgb '#222222'
  set label 49 text49 at screen X(28), screen Y(484.6) left font ',14' tc rgb '#222222'
  set label 50 text50 at screen X(42), screen Y(508.6) left font ',13' tc rgb '#222222'
  set label 51 text51 at screen X(738), screen Y(508.6) right font ',13' tc rgb '#222222'
  set label 52 text52 at screen X(750), screen Y(508.6) left font ',11' tc rgb '#5A5A5A'
  set label 53 text53 at screen X(864), screen Y(508.6) left font ',13' tc rgb '#222222'
  set label 54 text54 at screen X(42), screen Y(532.6) left font ',13' tc rgb '#222222'
  set label 55 text55 at screen X(738), screen Y(532.6) right font ',13' tc rgb '#222222'
  set label 56 text56 at screen X(750), screen Y(532.6) left font ',11' tc rgb '#5A5A5A'
  set label 57 text57 at screen X(864), screen Y(532.6) left font ',13' tc rgb '#222222'
  set label 58 text58 at screen X(28), screen Y(571) left font ',14' tc rgb '#222222'
  set label 59 text59 at screen X(42), screen Y(595) left font ',13' tc rgb '#222222'
  set label 60 text60 at screen X(738), screen Y(595) right font ',13' tc rgb '#222222'
  set label 61 text61 at screen X(750), screen Y(595) left font ',11' tc rgb '#5A5A5A'
  set label 62 text62 at screen X(864), screen Y(595) left font ',13' tc rgb '#222222'
  set label 63 text63 at screen X(42), screen Y(619) left font ',13' tc rgb '#222222'
  set label 64 text64 at screen X(738), screen Y(619) right font ',13' tc rgb '#222222'
  set label 65 text65 at screen X(750), screen Y(619) left font ',11' tc rgb '#5A5A5A'
  set label 66 text66 at screen X(864), screen Y(619) left font ',13' tc rgb '#222222'
  set label 67 text67 at screen X(28), screen Y(657.4) left font ',14' tc rgb '#222222'
  set label 68 text68 at screen X(42), screen Y(681.4) left font ',13' tc rgb '#222222'
  set label 69 text69 at screen X(738), screen Y(681.4) right font ',13' tc rgb '#222222'
  set label 70 text70 at screen X(750), screen Y(681.4) left font ',11' tc rgb '#5A5A5A'
  set label 71 text71 at screen X(864), screen Y(681.4) left font ',13' tc rgb '#222222'
  set label 72 text72 at screen X(42), screen Y(705.4) left font ',13' tc rgb '#222222'
  set label 73 text73 at screen X(738), screen Y(705.4) right font ',13' tc rgb '#222222'
  set label 74 text74 at screen X(750), screen Y(705.4) left font ',11' tc rgb '#5A5A5A'
  set label 75 text75 at screen X(864), screen Y(705.4) left font ',13' tc rgb '#222222'
  set label 76 text76 at screen X(467.928), screen Y(771.4) center font ',13' tc rgb '#222222'
  set label 77 text77 at screen X(28), screen Y(807.4) left font ',11' tc rgb '#5A5A5A'
  set label 78 text78 at screen X(28), screen Y(824.4) left font ',11' tc rgb '#5A5A5A'
  set label 79 text79 at screen X(28), screen Y(841.4) left font ',11' tc rgb '#5A5A5A'
  set lmargin at screen X(263.856); set rmargin at screen X(672)
  set tmargin at screen Y(115); set bmargin at screen Y(723.4)
  set logscale x; set xrange [0.762567094:1.04767689]
  set yrange [25.35:0]
  set xtics ('0.8' 0.8, '0.85' 0.85, '0.9' 0.9, '0.95' 0.95, '1' 1)
  set arrow 10000 from 1, graph 0 to 1, graph 1 nohead back lc rgb '#5A5A5A' lw 1.2 dt (5,4)
  plot \
    data index 0 using 1:4:2:3 with xerrorbars ls 1, \
    data index 1 using 1:4:2:3 with xerrorbars ls 2, \
    data index 2 using 1:4:2:3 with xerrorbars ls 3, \
    data index 0 using 1:4 with points ls 1, \
    data index 1 using 1:4 with points ls 2, \
    data index 2 using 1:4 with points ls 3
  unset output
}
